// Runs the real `atelier-server` executable in a separate process, as operators do.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from './environment.ts'
import { atEnd } from './service.ts'

/** Time after which a hanging command is killed. */
const commandMsMax = 120_000

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

type Environment = Record<string, string | undefined>

/** The exit code or the name of the signal that ended the command, and its output. */
export type Outcome = { code: number | string; out: string; err: string }

/**
 * Starts a command.
 * @param input the complete standard input.
 */
export function startCommand(env: Environment, args: string[], input = '') {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    timeout: commandMsMax,
  })
  atEnd(async () => child.kill('SIGKILL'))
  // Few commands read their input, so an error from writing to a closed pipe is ignored.
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

/** The output of a command that must succeed. */
export async function printed(env: Environment, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand(env, args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`)
  return out
}
