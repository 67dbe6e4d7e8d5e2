import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inherited } from '../../../server/test/support/environment.ts'

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const endMsMax = 60_000

export type Ended = { code: number | string; out: string; err: string }

/** A directory that is deleted when the test file ends. */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-cli-'))
  after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export const home = await newDirectory()

/**
 * Runs `atelier` with its own home directory. @param out is the target of standard output; by default, it is
 * captured.
 */
export function start(
  args: string[],
  env: Record<string, string> = {},
  cwd = home,
  out: number | 'pipe' = 'pipe',
): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    cwd,
    timeout: endMsMax,
    stdio: ['pipe', out, 'pipe'],
    env: { ...inherited, HOME: home, ...env },
  })
}

export async function ended(child: ChildProcess, input = ''): Promise<Ended> {
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  child.stdin!.on('error', () => {}).end(input)
  const [code, signal] = await once(child, 'close')
  return { code: code ?? signal, out, err }
}

type Known = { clientId: string; clientSecret: string }

export const signedIn = ({ url }: { url: string }, { clientId, clientSecret }: Known) => ({
  ATELIER_URL: url,
  ATELIER_CLIENT_ID: clientId,
  ATELIER_CLIENT_SECRET: clientSecret,
})

/** Returns a function that runs `atelier` with these environment variables. */
export const runner =
  (env: Record<string, string>) =>
  (...args: string[]): Promise<Ended> =>
    ended(start(args, env))
