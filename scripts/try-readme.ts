// `npm run try-readme` runs the commands of the README in a minimal Debian with only Node 20 and npm, in a
// fresh clone
// with nothing installed. It takes minutes, and needs network access and root privileges for its chroot.
// --keep <folder>   keeps the minimal Debian there for the next run
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from './supply-chain/lockfile.ts'

const suite = 'bookworm'
const mirror = 'http://deb.debian.org/debian'
const startMsMax = 600_000
const port = 3000

const { values } = parseArgs({ options: { keep: { type: 'string' } } })
const base = values.keep ?? mkdtempSync(join(tmpdir(), 'atelier-debian-'))
const work = mkdtempSync(join(tmpdir(), 'atelier-readme-'))
const machineNode = '/usr/bin/node'
const clone = '/root/atelier'

try {
  if (!existsSync(join(base, 'bin/sh'))) run('debootstrap', ['--variant=minbase', suite, base, mirror])
  cpSync(base, work, { recursive: true, verbatimSymlinks: true })
  giveNode()
  run('git', ['clone', '--quiet', root, join(work, clone)])
  await typeReadme()
  console.log('The README works in a minimal Debian.')
} finally {
  rmSync(work, { recursive: true, force: true })
  if (!values.keep) rmSync(base, { recursive: true, force: true })
}

/** Provides the machine's Node 20 and npm, its network, and npm's registry settings. */
function giveNode() {
  const version = execFileSync(machineNode, ['--version'], { encoding: 'utf8' })
  if (!version.startsWith('v20.'))
    throw new Error(`${machineNode} is ${version.trim()}, but the README promises Node 20.`)
  cpSync(machineNode, join(work, 'usr/bin/node'))
  cpSync('/usr/lib/node_modules/npm', join(work, 'usr/lib/node_modules/npm'), { recursive: true })
  run('chroot', [work, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/bin/npm'])
  const given = [
    '/etc/resolv.conf',
    '/etc/hosts',
    '/etc/ssl',
    '/usr/share/ca-certificates',
    join(homedir(), '.npmrc'),
  ]
  for (const path of given)
    if (existsSync(path)) cpSync(path, join(work, path), { recursive: true, dereference: true, force: true })
  // A minbase Debian has no /proc and no /dev.
  spawnSync('mkdir', ['-p', join(work, 'proc'), join(work, 'dev')])
}

/** The code blocks of a section, unchanged. */
function blocksOf(heading: string): string[] {
  const text = readFileSync(join(work, clone, 'README.md'), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)
}

async function typeReadme() {
  const [start = ''] = blocksOf('Start')
  const demo = start.split('\n').find((line) => line.startsWith('npm start')) ?? 'missing'
  const [real = ''] = blocksOf('Run in production')
  // Uses an embedded database instead of PostgreSQL, as the comment in the README allows, but not the demo's
  // database.
  const commands = real
    .split('\n')
    .filter(Boolean)
    .map((line) => (line.includes('DATABASE_URL') ? 'export DATA_DIR=/root/real' : line))

  // A minimal Debian lacks libatomic1. The command must say so and name the package.
  const refused = typed(demo)
  await said(refused, /Install libatomic.*apt-get install libatomic1/)
  await refused.ended
  run('chroot', [work, 'sh', '-c', 'apt-get update -qq && apt-get install -qq -y libatomic1'])

  const demoServer = typed(demo)
  await said(demoServer, /Portal +http/)
  await assertAnswers('/', 200)
  await demoServer.stop()

  const server = typed(commands.join('\n'))
  const [, link] = await said(server, /"url":"([^"]*\/setup\?token=[^"]*)"/)
  await assertAnswers(new URL(link!).pathname, 200)
  await server.stop()
}

type Typed = ReturnType<typeof typed>

/** Runs the commands in one shell, in the clone. */
function typed(commands: string) {
  console.log(`$ ${commands.replaceAll('\n', '\n$ ')}`)
  // The command runs in its own process namespace, so that all its processes end with it.
  const args = ['--pid', '--fork', '--kill-child', `--mount-proc=${join(work, 'proc')}`, 'chroot', work]
  const script = `cd ${clone} && [ -e /dev/null ] || mknod -m 666 /dev/null c 1 3; [ -e /dev/urandom ] || mknod -m 666 /dev/urandom c 1 9; cd ${clone}\nset -e\n${commands}`
  const child = spawn('unshare', [...args, '/bin/sh', '-c', script], {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      PORT: `${port}`,
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = { text: '' }
  for (const out of [child.stdout, child.stderr])
    out.setEncoding('utf8').on('data', (text: string) => {
      log.text += text
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, log, ended, stop }
}

async function said({ child, log }: Typed, pattern: RegExp): Promise<RegExpExecArray> {
  for (const until = Date.now() + startMsMax; Date.now() < until; await wait(200)) {
    const found = pattern.exec(log.text)
    if (found) return found
    if (child.exitCode !== null || child.signalCode !== null) break
  }
  throw new Error(`The output does not match ${pattern}:\n${log.text}`)
}

async function assertAnswers(path: string, status: number) {
  const answer = await fetch(`http://localhost:${port}${path}`)
  if (answer.status !== status) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
}

function run(command: string, args: string[]) {
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}
