// `npm run pack` writes a release to dist, as one archive with the built portal, the server, its packages and
// its Node. `node scripts/pack.ts --directory <folder>` writes the same files without Node, for the container
// image, which has its own Node.
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { constants, createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { bytesOf, isPortalBuilt, layOut } from './release/tree.ts'
import { readLockfile, root } from './supply-chain/lockfile.ts'

/** The size limit of the unpacked release. Node accounts for 116 MB of it, and fonts for 27 MB. */
const bytesMax = 250_000_000
/** Debug symbols that Node keeps without binutils. */
const symbolsBytes = 34_000_000

const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    to: { type: 'string', default: join(root, 'dist') },
    // Tests use an uncompressed archive.
    fast: { type: 'boolean', default: false },
  },
})
const seconds = process.env.SOURCE_DATE_EPOCH
const at = seconds ? new Date(Number(seconds) * 1_000) : new Date()

if (!isPortalBuilt()) fail('The portal is not built. Run npm run pack, which builds it first.')
if (values.directory) layOut(values.directory, { withNode: false, at })
else await writeArchive(values.to)

async function writeArchive(to: string) {
  const name = `atelier-${readLockfile().version}-${process.platform}-${process.arch}`
  mkdirSync(to, { recursive: true })
  const folder = mkdtempSync(join(to, '.pack-'))
  try {
    layOut(join(folder, name), { withNode: true, at })
    const bytes = bytesOf(folder)
    const isStripped = spawnSync('strip', ['--version']).status === 0
    if (bytes > bytesMax + (isStripped ? 0 : symbolsBytes))
      fail(`The release has ${megabytes(bytes)}; the limit is ${megabytes(bytesMax)}.`)
    const archive = join(to, `${name}.tar.gz`)
    // The archive is reproducible, because it contains no user names or times of the machine.
    const map = <H>(header: H): H => ({ ...header, mtime: at, uid: 0, gid: 0, uname: 'root', gname: 'root' })
    const level = values.fast ? constants.Z_NO_COMPRESSION : constants.Z_BEST_COMPRESSION
    await pipeline(packTar(folder, { map }), createGzip({ level }), createWriteStream(archive))
    console.log(`${archive}: ${megabytes(statSync(archive).size)}, unpacked ${megabytes(bytes)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function megabytes(bytes: number) {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}
