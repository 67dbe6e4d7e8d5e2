import type { Config } from '../server/src/config.ts'
import type { Caller, TestCompany } from '../server/test/support/companies.ts'
import { here } from '../server/test/support/network.ts'
import { companyFor } from '../server/test/support/processes.ts'
import { type ServerProcess, startProcessOn } from '../server/test/support/server-process.ts'
import type { Target } from './load/writer.ts'

/** A server that is stopped and restarted on the same data, and its current URL. */
export type System = {
  config: Config
  company: TestCompany
  target: Target
  server(): ServerProcess
  start(): Promise<ServerProcess>
  /**
   * Starts a server and kills it after this many milliseconds. @returns whether it was killed before it
   * listened.
   */
  startAndKill(afterMs: number): Promise<boolean>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Creates a company and a client that has all scopes, on its own database. Does not start the server. */
export async function newSystem(env: Record<string, string> = {}): Promise<System> {
  const { config, acme } = await companyFor(env)
  return systemOn(config, acme, env)
}

/** Starts on a database that already has the company. */
export function systemOn(
  config: Config,
  company: TestCompany & Caller,
  env: Record<string, string> = {},
): System {
  const { token, clientId, clientSecret } = company
  const target: Target = { url: undefined, token, clientId, clientSecret }
  let running: ServerProcess | undefined

  async function start(machine = here) {
    const started = await startProcessOn(machine, config, env)
    running = started
    target.url = started.url
    void started.ended.then(() => {
      if (running === started) target.url = undefined
    })
    return started
  }

  async function end(signal: NodeJS.Signals) {
    target.url = undefined
    running!.child.kill(signal)
    const ended = await running!.ended
    if (signal === 'SIGTERM' && ended !== 0)
      throw new Error(`The server was stopped and exited with ${ended}.`)
  }

  return {
    config,
    company,
    target,
    server: () => running!,
    start: () => start(),
    async startAndKill(afterMs) {
      const machine: typeof here = {
        ...here,
        spawn(...args) {
          const child = here.spawn(...args)
          setTimeout(() => {
            target.url = undefined
            child.kill('SIGKILL')
          }, afterMs)
          return child
        },
      }
      const started = await start(machine).catch(() => undefined)
      await started?.ended
      target.url = undefined
      return started === undefined
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
