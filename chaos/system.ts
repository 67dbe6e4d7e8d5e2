import type { Config } from '../server/src/config.ts'
import type { Caller, TestCompany } from '../server/test/support/companies.ts'
import { here } from '../server/test/support/network.ts'
import { companyFor } from '../server/test/support/processes.ts'
import { type ServerProcess, startProcessOn } from '../server/test/support/server-process.ts'
import type { Target } from './load/writer.ts'

/** One server, which is ended and started anew on the same data, and where its load finds it. */
export type System = {
  config: Config
  company: TestCompany
  target: Target
  /** The server that was started last. */
  server(): ServerProcess
  start(): Promise<ServerProcess>
  /** Starts one and kills it so many milliseconds later. @returns whether it was killed before it listened. */
  startAndKill(afterMs: number): Promise<boolean>
  kill(): Promise<void>
  /** As an operator stops it. */
  stop(): Promise<void>
}

/** A company with a client that may do everything, on a database of its own. Nothing is started yet. */
export async function newSystem(env: Record<string, string> = {}): Promise<System> {
  const { config, acme } = await companyFor(env)
  return systemOn(config, acme, env)
}

/** On a database that has the company. */
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
      throw new Error(`The server was stopped and ended with ${ended}.`)
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
