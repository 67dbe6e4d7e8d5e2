import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Config } from '../../src/config.ts'
import { main } from './commands.ts'
import { environmentOf } from './environment.ts'
import { here, type Machine } from './network.ts'
import { atEnd } from './service.ts'

export type ServerProcess = {
  url: string
  child: ChildProcess
  /** All lines of the server's log so far. */
  log: Record<string, unknown>[]
  /** The lines that the server printed in addition to its log. */
  said: string[]
  /** The text that the server wrote to standard error, in chunks. */
  complaints: string[]
  /** Resolves with the exit code, or the name of the signal that ended the server. */
  ended: Promise<number | string>
}

/** Runs `atelier-server serve` with the database and directory of a config. */
export const startProcess = (config: Config, env: Record<string, string> = {}, ...options: string[]) =>
  startProcessOn(here, config, env, ...options)

export async function startProcessOn(
  machine: Machine,
  config: Config,
  env: Record<string, string>,
  ...options: string[]
): Promise<ServerProcess> {
  const child = machine.spawn(process.execPath, [main, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environmentOf(config),
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      TOKENS_PER_MINUTE: '0',
      OPEN_RATE_LIMIT_PER_MINUTE: '0',
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
  const complaints: string[] = []
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints.push(text)
    process.stderr.write(text)
  })
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
  return { url: await listening.promise, child, log, said, complaints, ended }
}
