import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { productionPackages, readLockfile, root } from '../supply-chain/lockfile.ts'
import { noticesOf } from '../supply-chain/notices.ts'
import { sbomOf } from '../supply-chain/sbom.ts'
import { isShipped, isUnread, serverPackages } from './server-packages.ts'

/** Workspaces that the server imports by name. */
const workspaces = ['svg', 'typesetting', 'filling']
/** The server needs these files in addition to its packages. */
const copied = [
  'LICENSE',
  'package.json',
  'server/package.json',
  ...workspaces.flatMap((name) => [`${name}/package.json`, `${name}/src`]),
  'server/src',
  'server/demo',
  'portal/dist',
  'docs',
  'sdk/README.md',
  'cli/README.md',
]
/** Documentation pages that the server does not show. */
const leftOut = ['docs/portal', 'docs/decisions', 'portal/dist/.sources']
const forMachines = ['deploy/systemd', 'deploy/nginx', 'scripts/release/atelier-server']

/**
 * Creates the directory of a release, which contains everything needed to run the built server and no
 * development files.
 */
export function layOut(to: string, { withNode, at }: { withNode: boolean; at: Date }): void {
  const lockfile = readLockfile()
  const paths = serverPackages(lockfile)
  for (const path of paths) {
    const from = join(root, path)
    cpSync(from, join(to, path), { recursive: true, filter: (file) => isPartOf(from, file) })
  }
  for (const path of compressed) compress(join(to, 'node_modules', path))
  for (const path of copied)
    cpSync(join(root, path), join(to, path), { recursive: true, filter: (file) => !isLeftOut(file) })
  // Links the workspaces as npm does: Node strips types only outside of node_modules.
  mkdirSync(join(to, 'node_modules/@atelier'), { recursive: true })
  for (const name of workspaces) symlinkSync(`../../${name}`, join(to, 'node_modules/@atelier', name), 'dir')
  // Includes the licenses of the packages in the portal's bundle.
  writeFileSync(join(to, 'THIRD-PARTY-NOTICES'), noticesOf(productionPackages(lockfile)))
  writeFileSync(join(to, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(lockfile, at), null, 2)}\n`)
  if (!withNode) return
  const [systemd, nginx, launcher] = forMachines
  cpSync(join(root, systemd!), join(to, systemd!), { recursive: true })
  cpSync(join(root, nginx!), join(to, nginx!), { recursive: true })
  cpSync(join(root, launcher!), join(to, 'bin/atelier-server'))
  mkdirSync(join(to, 'node/bin'), { recursive: true })
  const node = join(to, 'node/bin/node')
  cpSync(process.execPath, node, { dereference: true })
  const licence = globSync('node_modules/node/node_modules/node-*/LICENSE', { cwd: root })[0]
  if (!licence) throw new Error('The license of Node is missing. Run npm ci.')
  cpSync(join(root, licence), join(to, 'node/LICENSE'))
  // Debug symbols are 20 % of Node's size. Without binutils they remain, and the release is larger.
  spawnSync('strip', ['--strip-all', node])
}

/** These engine files are read with `packagedFile`. Compression reduces them to 33 % of their size. */
const compressed = [
  '@electric-sql/pglite/dist/pglite.data',
  '@electric-sql/pglite/dist/pglite.wasm',
  '@imagemagick/magick-wasm/dist/x86/magick.wasm',
  '@embedpdf/pdfium/dist/pdfium.wasm',
  'libheif-js/libheif-wasm/libheif.wasm',
]

function compress(file: string) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }))
  rmSync(file)
}

/** Nested packages are in the list themselves. */
function isPartOf(from: string, file: string): boolean {
  const parts = relative(from, file).split(sep).filter(Boolean)
  if (parts.includes('node_modules')) return false
  if (isUnread(relative(root, file).split(sep).join('/'))) return false
  return statSync(file, { throwIfNoEntry: false })?.isDirectory()
    ? isShipped([...parts, ''])
    : isShipped(parts)
}

const isLeftOut = (file: string) => leftOut.includes(relative(root, file).split(sep).join('/'))

/** Returns the total size of all files in the folder. */
export const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

export const isPortalBuilt = () => existsSync(join(root, 'portal/dist/index.html'))
