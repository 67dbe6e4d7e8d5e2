// Runs before every npm script, so that a fresh clone needs no other command. It is plain JavaScript, because
// it runs on the machine's own Node before the pinned Node is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nodeMajorMin = 20
const root = fileURLToPath(new URL('..', import.meta.url))
// npm links the workspaces' commands. Older installations lack the links.
const serverCommand = join(root, 'node_modules/.bin/atelier-server')
const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
const nodeLink = join(root, 'node_modules/.bin/node')

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  fail(
    `Atelier installs its own Node, but needs Node ${nodeMajorMin} or newer to start. This is ${process.version}.`,
  )
}
if (!isInstalled()) install()
assertNodeRuns()

// npm keeps a copy of the lockfile with the installed packages. Only the package lists are compared: a
// checkout changes modification times, and npm versions differ in the other fields.
function isInstalled() {
  const listed = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  return (
    existsSync(pinnedNode) &&
    existsSync(serverCommand) &&
    Object.keys(present).every((path) => path in listed && same(present[path], listed[path])) &&
    Object.keys(listed).every((path) => path === '' || path in present || listed[path].optional)
  )
}

function packagesOf(lockfile) {
  const path = join(root, lockfile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

function same(a, b) {
  return a.version === b.version && a.integrity === b.integrity
}

// Hides warnings, because an old npm warns about every package that needs a newer Node, although those
// packages run on the pinned Node. Development packages are installed whatever NODE_ENV is.
function install() {
  console.error('Installing the packages of package-lock.json …')
  const command = 'npm ci --include=dev --loglevel=error --no-audit --no-fund --no-progress'
  const stdio = ['ignore', 'ignore', 'pipe']
  const { status, stderr } = spawnSync(command, { cwd: root, shell: true, stdio, encoding: 'utf8' })
  process.stderr.write(stderr)
  // npm runs the install scripts of other packages with the Node that it has just downloaded.
  if (status !== 0) rmSync(nodeLink, { force: true })
  const cure = stderr.includes('libatomic') ? `\n${cureFor(stderr)}` : ''
  if (status !== 0) fail(`The installation failed. See the error of npm above.${cure}`)
  if (!existsSync(pinnedNode)) {
    fail(
      'npm did not run the install script of the package node, which downloads Node. Check the npm setting ignore-scripts.',
    )
  }
}

/**
 * The installed Node needs libatomic, which a minimal Debian lacks. Until the installed Node runs, npm must
 * find the machine's own Node by this name, so that the next start reaches this check again.
 */
function assertNodeRuns() {
  const { status, stderr } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (process.platform === 'win32') return
  if (status !== 0) {
    rmSync(nodeLink, { force: true })
    fail(`${stderr?.trim()}\n${cureFor(stderr ?? '')}`)
  }
  if (!existsSync(nodeLink)) symlinkSync('../node/bin/node', nodeLink)
}

function cureFor(complaint) {
  return complaint.includes('libatomic')
    ? 'Install libatomic and try again: apt-get install libatomic1 (Debian, Ubuntu), or dnf install libatomic (Fedora, RHEL).'
    : 'The Node that Atelier installs does not run here. It needs glibc 2.28 or newer, or macOS 13.5 or newer.'
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
