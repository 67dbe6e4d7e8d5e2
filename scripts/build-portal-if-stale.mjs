// Runs before the server starts and before tests, so that no separate build command is needed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const portal = join(root, 'portal')
// The build depends on the portal, the SDK, and the packages pinned in the lockfile.
const sources = [
  'portal/index.html',
  'portal/reference.html',
  'portal/vite.config.ts',
  'portal/src',
  'portal/public',
  'sdk/src',
  'svg/src',
  'typesetting/src',
  'filling/src',
  'package-lock.json',
]
// The stamp is in the build output, which each build empties first, so a failed build leaves no stamp.
const stamp = join(portal, 'dist/.sources')

const fresh = hashOf(sources)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fresh) {
  build()
  writeFileSync(stamp, fresh)
}

// Compares contents, because a checkout changes the modification times of all files.
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => filesOf(`${path}/${name}`))
}

function build() {
  console.error('Building the portal …')
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    // This is a production build, whatever NODE_ENV is.
    { cwd: portal, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) {
    console.error('The portal could not be built. See the error of Vite above.')
    process.exit(1)
  }
}
