import { type ChildProcess, execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { here, type Machine } from './network.ts'
import { atEnd } from './service.ts'

const run = promisify(execFile)

const isHere = spawnSync('redis-server', ['--version']).status === 0
if (!isHere && process.env.CI) throw new Error('The tests of shared rate limits need redis-server.')
if (!isHere) console.error('NO redis-server IS HERE: rate limits across nodes are left out.')
/** Why tests of Redis are skipped, or false. */
export const withoutRedis = !isHere && 'there is no redis-server'

const ready = 'Ready to accept connections'

export type Redis = Awaited<ReturnType<typeof startRedisOn>>

/** A Redis server on a free port, without persistence. It ends with the test file. */
export const startRedis = (...options: string[]) => startRedisOn(here, ...options)

export async function startRedisOn({ address: host, spawn }: Machine, ...options: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-redis-'))
  const port = await freePort()
  let child: ChildProcess

  async function start() {
    const isTls = options.includes('--tls-port')
    const listen = isTls ? ['--port', '0', '--tls-port', `${port}`] : ['--port', `${port}`]
    const rest = isTls ? options.filter((option) => option !== '--tls-port') : options
    const nothing = ['--save', '', '--appendonly', 'no', '--protected-mode', 'no']
    const settings = ['--bind', host, '--dir', directory, ...nothing]
    child = spawn('redis-server', [...listen, ...settings, ...rest], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    for await (const text of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += text
      if (said.includes(ready)) break
    }
    if (!said.includes(ready)) throw new Error(`redis-server has ended: ${said}`)
    child.stdout!.resume()
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  atEnd(async () => {
    await kill()
    await rm(directory, { recursive: true, force: true })
  })
  await start()
  return {
    port,
    url: `redis://${host}:${port}`,
    start,
    kill,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async ask(...args: string[]): Promise<string[]> {
      const { stdout } = await run('redis-cli', ['-h', host, '-p', `${port}`, ...args])
      return stdout.split('\n').filter(Boolean)
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, here.address)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
