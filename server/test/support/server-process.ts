import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../../src/config.ts'
import { environmentOf } from './environment.ts'
import { here, type Machine } from './network.ts'
import { atEnd } from './service.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export type ServerProcess = {
  url: string
  child: ChildProcess
  /** Every line of its log so far. */
  log: Record<string, unknown>[]
  /** What it said to people beside its log. */
  said: string[]
  /** Resolves with its exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>
}

/** `atelier-server serve` as operators run it, on the database and the directory of a config. */
export const startProcess = (config: Config, env: Record<string, string> = {}, ...options: string[]) =>
  startProcessOn(here, config, env, ...options)

export async function startProcessOn(
  machine: Machine,
  config: Config,
  env: Record<string, string>,
  ...options: string[]
): Promise<ServerProcess> {
  const child = machine.spawn(process.execPath, [main, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environmentOf(config),
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    },
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(config.dataDirectory, { recursive: true, force: true })
  })

  const log: Record<string, unknown>[] = []
  const said: string[] = []
  const listening = Promise.withResolvers<string>()
  let rest = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (!line.startsWith('{')) {
        said.push(line)
        continue
      }
      const entry = JSON.parse(line)
      log.push(entry)
      if (entry.message === 'listening') listening.resolve(entry.url)
    }
  })
  void ended.then((end) => listening.reject(new Error(`The server ended with ${end} before it listened.`)))
  return { url: await listening.promise, child, log, said, ended }
}

/** What a command prints, on the database and the directory of a config that no server has open. */
export async function printed(config: Config, ...args: string[]): Promise<string> {
  const env = environmentOf(config)
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env, timeout: 60_000 })
  return stdout
}

/** A command that is begun, with how it ends and all that it has said by then. */
export function spawnCommand(config: Config, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(config),
  })
  atEnd(async () => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (code ?? signal) as number | string,
    said,
  }))
  return { child, ended }
}
