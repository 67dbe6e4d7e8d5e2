// `atelier-server …` as operators type it: the real executable, in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from './environment.ts'
import { atEnd } from './service.ts'

/** One that hangs is ended. */
const commandMsMax = 120_000

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

type Environment = Record<string, string | undefined>

/** The exit code, or the name of the signal that has ended it, and what it has said by then. */
export type Outcome = { code: number | string; out: string; err: string }

/** A command that is begun. @param input is all that it finds on its standard input. */
export function startCommand(env: Environment, args: string[], input = '') {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    timeout: commandMsMax,
  })
  atEnd(async () => child.kill('SIGKILL'))
  // Few read it: a pipe that is closed at its other end is no fault.
  child.stdin.on('error', () => {}).end(input)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text
  })
  const ended = once(child, 'close').then(([code, signal]): Outcome => ({ code: code ?? signal, ...said }))
  return { child, ended }
}

export const runCommand = (env: Environment, args: string[], input?: string): Promise<Outcome> =>
  startCommand(env, args, input).ended

/** What a command prints that goes well. */
export async function printed(env: Environment, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand(env, args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
  return out
}
