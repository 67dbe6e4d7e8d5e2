// `npm run try-readme` types the commands of the README, as they stand there, in a bare Debian with Node 20 and npm alone:
// a fresh clone, nothing installed. It takes minutes and the network, and the rights of root for its chroot.
//   --keep <folder>   keeps the bare Debian there, for the next time
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
  console.log('The README holds in a bare Debian.')
} finally {
  rmSync(work, { recursive: true, force: true })
  if (!values.keep) rmSync(base, { recursive: true, force: true })
}

/** Node 20 and its npm as the machine has them, the network, and what npm is told of its registry. */
function giveNode() {
  const version = execFileSync(machineNode, ['--version'], { encoding: 'utf8' })
  if (!version.startsWith('v20.'))
    throw new Error(`${machineNode} is ${version.trim()}, and the README promises Node 20.`)
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
  // minbase has no /proc and no /dev of its own.
  spawnSync('mkdir', ['-p', join(work, 'proc'), join(work, 'dev')])
}

/** The blocks of a section, as they stand there. */
function blocksOf(heading: string): string[] {
  const text = readFileSync(join(work, clone, 'README.md'), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith(heading)) ?? ''
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)
}

async function typeReadme() {
  const [start = ''] = blocksOf('Start')
  const demo = start.split('\n').find((line) => line.startsWith('npm start')) ?? 'missing'
  const [real = ''] = blocksOf('Run in production')
  // In place of somebody's PostgreSQL the embedded database, as the comment beside it says; not that of the demo.
  const commands = real
    .split('\n')
    .filter(Boolean)
    .map((line) => (line.includes('DATABASE_URL') ? 'export DATA_DIR=/root/real' : line))

  // A minimal Debian lacks libatomic1: the command says so, and which package has it.
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

/** Types into one shell, in the clone. */
function typed(commands: string) {
  console.log(`$ ${commands.replaceAll('\n', '\n$ ')}`)
  // A process space of its own: whatever is started there ends with it.
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
  throw new Error(`It did not say ${pattern}:\n${log.text}`)
}

async function assertAnswers(path: string, status: number) {
  const answer = await fetch(`http://localhost:${port}${path}`)
  if (answer.status !== status)
    throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
}

function run(command: string, args: string[]) {
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}
