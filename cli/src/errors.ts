import { CommanderError } from 'commander'
import { AtelierError, AuthenticationError, PermissionError } from '../../sdk/src/index.ts'
import { plain } from './text/plain.ts'

export class UsageError extends Error {
  override name = 'UsageError'
}

export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

export class Interrupted extends Error {
  override name = 'Interrupted'
  /** 128 plus the signal number, as in shells. */
  readonly exitCode: number

  constructor(exitCode: number) {
    super('Interrupted.')
    this.exitCode = exitCode
  }
}

/** The exit codes that `cli/README.md` documents. */
export const exitFailed = 1
const exitUsage = 2
const exitRefused = 3

type Said = {
  env: Record<string, string | undefined>
  stderr: { write(text: string): unknown }
  isJson?: boolean | undefined
}

/** Prints one line with the error and its fix, as text or as JSON. @returns the exit code. */
export function reportFault(error: unknown, said: Said): number {
  const exitCode = exitCodeOf(error)
  // Commander ends `--help` with an exception and has already printed its own errors as text.
  if (exitCode === 0 || error instanceof Interrupted) return exitCode
  if (said.isJson) said.stderr.write(`${JSON.stringify({ error: jsonOf(error, exitCode, said.env) })}\n`)
  else if (!(error instanceof CommanderError)) said.stderr.write(`${lineFor(error, said.env)}\n`)
  return exitCode
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitUsage
  if (error instanceof Interrupted) return error.exitCode
  if (error instanceof UsageError) return exitUsage
  return isRefusal(error) || error instanceof SignedOutError ? exitRefused : exitFailed
}

/** `code` is the SDK's code, or names the kind of failure of the command. */
function jsonOf(error: unknown, exitCode: number, env: Said['env']) {
  const message = error instanceof CommanderError ? error.message : lineFor(error, env)
  const failed = { message: plain(message.replace(/^error: /, '')), exit_code: exitCode }
  if (!(error instanceof AtelierError)) return { code: codeOf(error, exitCode), ...failed }
  const { code, status, requestId, fields } = error
  return { code, ...failed, status, request_id: requestId, fields }
}

function codeOf(error: unknown, exitCode: number): string {
  if (exitCode === exitUsage) return 'usage'
  return error instanceof SignedOutError ? 'signed_out' : 'failed'
}

/**
 * Environment variables take precedence over stored credentials, so `login` has no effect while they are set.
 */
export function whereToSignIn(env: Said['env']): string {
  const { ATELIER_TOKEN: token, ATELIER_CLIENT_SECRET: secret } = env
  if (token) return 'Update or unset ATELIER_TOKEN.'
  if (secret) return 'Update or unset ATELIER_CLIENT_ID and ATELIER_CLIENT_SECRET.'
  return `Sign in again: atelier login${withProfile(env)}.`
}

/** How `atelier login` names the profile in use. */
export const withProfile = ({ ATELIER_PROFILE: profile }: Said['env']) =>
  profile ? ` --profile ${profile}` : ''

/** The server would reject every other request of this command too. */
export const isRefusal = (error: unknown) =>
  error instanceof AuthenticationError || error instanceof PermissionError

/** Prints a stack trace only for bugs in this program. */
export function lineFor(error: unknown, env: Said['env'] = {}): string {
  if (!(error instanceof Error)) return plain(String(error))
  if (error instanceof AtelierError) return plain(wordsOf(error, env))
  const isKnown = error instanceof UsageError || error instanceof SignedOutError || 'syscall' in error
  return isKnown ? plain(error.message) : (error.stack ?? error.message)
}

/** Replaces the SDK's advice for programmers with advice for CLI users. */
function wordsOf(error: AtelierError, env: Said['env']): string {
  const { message, advice } = error
  return advice === '' ? message : message.replace(advice, () => cureOf(error, env))
}

function cureOf({ code, advice }: AtelierError, env: Said['env']): string {
  switch (code) {
    case 'invalid_client':
      return `Check the client ID and secret, and whether the secret was rotated. ${whereToSignIn(env)}`
    case 'unauthenticated':
      return `The token is unknown, expired or revoked. ${whereToSignIn(env)}`
    case 'redirected':
      return 'Use that URL: set ATELIER_URL, or run atelier login --url.'
    case 'not_found':
    case 'unexpected':
      return 'Check that ATELIER_URL, or the URL given to atelier login, is the URL of an Atelier server.'
    case 'timeout':
    case 'rate_limited':
      return 'Try again later.'
    default:
      return advice
  }
}
