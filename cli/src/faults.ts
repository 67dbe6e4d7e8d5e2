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
  stderr.write(`${lineFor(error, env)}\n`)
  if (error instanceof UsageError) return exitUsage
  return isRefusal(error) || error instanceof SignedOutError ? exitRefused : exitFailed
}

/** The environment wins over what `login` has kept: to sign in would change nothing. */
export function whereToSignIn({ ATELIER_TOKEN: token, ATELIER_CLIENT_SECRET: secret }: Said['env']): string {
  if (token) return 'Set ATELIER_TOKEN anew, or unset it.'
  if (secret) return 'Set ATELIER_CLIENT_ID and ATELIER_CLIENT_SECRET anew, or unset them.'
  return 'Sign in again: atelier login.'
}

/** What no other call of this command would be allowed either. */
export const isRefusal = (error: unknown) =>
  error instanceof AuthenticationError || error instanceof PermissionError

/** A fault of ours is a stack trace to send us; all others are a line. */
export function lineFor(error: unknown, env: Said['env'] = {}): string {
  if (!(error instanceof Error)) return plain(String(error))
  if (error instanceof AtelierError) return plain(wordsOf(error, env))
  const isKnown = error instanceof UsageError || error instanceof SignedOutError || 'syscall' in error
  return isKnown ? plain(error.message) : (error.stack ?? error.message)
}

/** The SDK's words, with what somebody at a terminal can do in place of what a program can. */
function wordsOf(error: AtelierError, env: Said['env']): string {
  const { message, advice } = error
  return advice === '' ? message : message.replace(advice, () => cureOf(error, env))
}

function cureOf({ code, advice }: AtelierError, env: Said['env']): string {
  switch (code) {
    case 'invalid_client':
      return `Check the client id and the secret, and that it was not rotated. ${whereToSignIn(env)}`
    case 'unauthenticated':
      return `The token is unknown, expired or revoked. ${whereToSignIn(env)}`
    case 'redirected':
      return 'Name that address: set ATELIER_URL, or atelier login --url.'
    case 'not_found':
    case 'unexpected':
      return 'Does ATELIER_URL, or the url of atelier login, lead to Atelier?'
    case 'timeout':
    case 'rate_limited':
      return 'Try again later.'
    default:
      return advice
  }
}
