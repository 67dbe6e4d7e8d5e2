import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { databaseThread } from '../server/src/db/engine-thread.ts'
import { moveThread } from './engines/cpu-pinning.ts'
import type { Environment } from './engines/engine.ts'

/** Core of the server, which it has to itself. The load runs on the other core. */
export const serverCore = 0
export const loadCore = 1

const startMsMax = 60_000
const outputBytesMax = 16 * 2 ** 20

/** Time after which a process is killed. */
const stopMsMax = 10_000

export type Running = { url: string; pid: number; stop(): Promise<void> }

/** All child processes, so that Ctrl-C leaves none running. */
const children = new Set<ChildProcess>()
let isEnding = false

/** Ends all child processes. Code that waits for a child process then fails and cleans up. */
export function endChildren() {
  isEnding = true
  for (const child of children) child.kill('SIGTERM')
}

function watched<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  if (isEnding) child.kill('SIGTERM')
  return child
}

/** Key of filled databases, which are kept between runs. A server starts only with the key that it last used. */
const secretKey = Buffer.alloc(32, 'bench').toString('base64')

/**
 * Runs Atelier with its log, as an operator does. The rate limit is on but too high to reach. Caching is off
 * unless it is measured, because rounds repeat requests. The embedded engine runs on the core of the load, as
 * PostgreSQL would.
 */
export async function startServer(
  environment: Environment,
  dataDirectory: string,
  {
    nodeFlags = [],
    everyCore = false,
    isWarm = false,
    workers = 1,
  }: { nodeFlags?: string[]; everyCore?: boolean; isWarm?: boolean; workers?: number } = {},
) {
  const limits = {
    RATE_LIMIT_PER_MINUTE: '1000000000',
    TOKENS_PER_MINUTE: '1000000000',
    OPEN_RATE_LIMIT_PER_MINUTE: '1000000',
    ...(!isWarm && { CACHE_BYTES_MAX: '0' }),
  }
  const env = { DATA_DIR: dataDirectory, SECRET_KEY: secretKey, ...limits, ...environment }
  const several = workers > 1 ? ['--workers', String(workers)] : []
  const server = await start(
    [...nodeFlags, pathOf('../server/src/main.ts'), 'serve', ...several],
    env,
    everyCore,
  )
  if (canPin && !everyCore) moveThread(server.pid, databaseThread, loadCore)
  return server
}

/** Caches tokens but not pages, to measure uncached pages. */
export const tokensAlone: Environment = { CACHE_BYTES_MAX: String(2 ** 20) }

export function startBaseline(
  kind: 'list' | 'token' | 'introspection' | 'write',
  environment: Environment,
  nodeFlags: string[] = [],
) {
  return start([...nodeFlags, pathOf('./baselines/main.ts'), kind], environment)
}

/** Starts another product's server, which also reads its port from the environment. */
export const startOther = (args: string[], environment: Environment) => start(args, environment)

/** Starts bare node:http that sends the content of a file. */
export const startBytes = (file: string, nodeFlags: string[] = []) =>
  start([...nodeFlags, pathOf('./baselines/bytes.ts'), file], {})

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

async function start(args: string[], environment: Environment, everyCore = false): Promise<Running> {
  const port = await freePort()
  const whole = [process.execPath, ...args]
  const [command, ...rest] = everyCore ? whole : pinned(serverCore, process.execPath, args)
  const child = watched(
    spawn(command!, rest, {
      env: { PATH: process.env.PATH, PORT: String(port), ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const url = `http://127.0.0.1:${port}`
  await untilListening(port, child)
  return {
    url,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
      await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}

async function untilListening(port: number, child: ChildProcess) {
  const end = Date.now() + startMsMax
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    if (await accepts(port)) return
    await wait(50)
  }
  child.kill()
  throw new Error(`${child.spawnargs.join(' ')} did not start.`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs a command on one core and returns its output. */
export async function output(
  core: number,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const [file, ...rest] = pinned(core, command, args)
  const running = promisify(execFile)(file!, rest, { env, maxBuffer: outputBytesMax })
  watched(running.child)
  return (await running).stdout
}

export const commandExists = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0

export const canPin = commandExists('taskset') && availableParallelism() > 1

function pinned(core: number, command: string, args: string[]): string[] {
  return canPin ? ['taskset', '-c', String(core), command, ...args] : [command, ...args]
}
