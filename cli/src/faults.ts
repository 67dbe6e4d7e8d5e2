import { CommanderError } from 'commander'
import { AtelierError, AuthenticationError, PermissionError } from '../../sdk/src/index.ts'
import { plain } from './text/plain.ts'

/** What was asked for makes no sense, in one line. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Nobody is signed in. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

/** Somebody ended the command. */
export class Interrupted extends Error {
  override name = 'Interrupted'
  /** 128 and the number of the signal, as shells have it. */
  readonly exitCode: number

  constructor(exitCode: number) {
    super('Interrupted.')
    this.exitCode = exitCode
  }
}

/** The exit codes that `cli/README.md` promises. */
export const exitFailed = 1
const exitUsage = 2
const exitRefused = 3

type Said = { env: Record<string, string | undefined>; stderr: { write(text: string): unknown } }

/** Says in one line what went wrong and what to do. @returns the exit code. */
export function reportFault(error: unknown, { env, stderr }: Said): number {
  // Commander has said itself what is wrong with its arguments, and ends `--help` in this way too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitUsage
  if (error instanceof Interrupted) return error.exitCode
  const cure = error instanceof AuthenticationError ? ` ${whereToSignIn(env)}` : ''
  stderr.write(`${lineFor(error)}${cure}\n`)
  if (error instanceof UsageError) return exitUsage
  return isRefusal(error) || error instanceof SignedOutError ? exitRefused : exitFailed
}

/** The environment wins over what `login` has kept: to sign in would change nothing. */
function whereToSignIn({ ATELIER_TOKEN: token, ATELIER_CLIENT_SECRET: secret }: Said['env']): string {
  if (token) return 'Set ATELIER_TOKEN anew, or unset it.'
  if (secret) return 'Set ATELIER_CLIENT_ID and ATELIER_CLIENT_SECRET anew, or unset them.'
  return 'Sign in again: atelier login.'
}

/** What no other call of this command would be allowed either. */
export const isRefusal = (error: unknown) =>
  error instanceof AuthenticationError || error instanceof PermissionError

/** A fault of ours is a stack trace to send us; all others are a line. */
export function lineFor(error: unknown): string {
  if (!(error instanceof Error)) return plain(String(error))
  const isKnown =
    error instanceof AtelierError ||
    error instanceof UsageError ||
    error instanceof SignedOutError ||
    'syscall' in error
  return isKnown ? plain(error.message) : (error.stack ?? error.message)
}
