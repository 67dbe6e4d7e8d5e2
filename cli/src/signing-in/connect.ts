import { Atelier, type AtelierOptions } from '../../../sdk/src/index.ts'
import { SignedOutError, UsageError, whereToSignIn, withProfile } from '../errors.ts'
import { type Pace, pacedFetch } from '../files/transfer-rate.ts'
import type { Terminal } from '../terminal.ts'
import { profilesIn, readCredentials } from './credentials.ts'

/**
 * Ten windows of the server's rate limit, because a command that sends many files should wait rather than
 * fail.
 */
const maxWaitMs = 600_000

export type Connection = { atelier: Atelier; url: string; pace?: Pace | undefined }

/**
 * Connects with the credentials from the environment or from `login`. The environment takes precedence.
 * @param pace limits the rate of uploads.
 * @throws {SignedOutError} without credentials.
 */
export async function connect({ env }: Pick<Terminal, 'env'>, pace?: Pace): Promise<Connection> {
  const { ATELIER_TOKEN: token, ATELIER_CLIENT_ID: clientId, ATELIER_CLIENT_SECRET: clientSecret } = env
  const scope = env.ATELIER_SCOPE || undefined
  if (Boolean(clientId) !== Boolean(clientSecret))
    throw new UsageError('Set both ATELIER_CLIENT_ID and ATELIER_CLIENT_SECRET, or neither.')
  if (token && !isToken(token))
    throw new UsageError(`The token must be a single line without spaces. ${whereToSignIn(env)}`)
  if (token) return open(await urlOf(env), { token }, pace)
  if (clientId && clientSecret) return open(await urlOf(env), { clientId, clientSecret, scope }, pace)
  const kept = await readCredentials(env)
  if (!kept) throw new SignedOutError(await signedOut(env))
  const url = env.ATELIER_URL || kept.url
  // A stored secret is sent only to the server that it was stored for.
  if (withoutSlash(url) !== kept.url)
    throw new SignedOutError(
      `You are signed in to ${kept.url}, not to ${url}. Run atelier login --url ${url}${withProfile(env)}.`,
    )
  return open(url, { ...kept, scope: scope ?? kept.scope }, pace)
}

/** Trims the token for use in a header: a file usually ends with a newline. */
const isToken = (text: string) => /^[!-~]+$/.test(text.trim())

async function signedOut(env: Terminal['env']): Promise<string> {
  const { ATELIER_PROFILE: profile } = env
  if (!profile)
    return 'You are not signed in. Run atelier login, or set ATELIER_URL, ATELIER_CLIENT_ID and ATELIER_CLIENT_SECRET.'
  const names = await profilesIn(env)
  const others = names.length > 0 ? ` Profiles: ${names.join(', ')}.` : ''
  return `There is no profile ${profile}. Run atelier login${withProfile(env)}.${others}`
}

/** @throws {SignedOutError} if no server is configured. */
export async function urlOf(env: Terminal['env']): Promise<string> {
  const url = env.ATELIER_URL || (await readCredentials(env))?.url
  if (!url) throw new SignedOutError('No server URL. Set ATELIER_URL, or run atelier login.')
  return url
}

type Known = { token: string } | { clientId: string; clientSecret: string; scope?: string | undefined }

export function open(url: string, known: Known, pace?: Pace): Connection {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError('The URL must be the base URL of Atelier, such as https://atelier.example.')
  const credentials =
    'token' in known
      ? { token: known.token }
      : { clientId: known.clientId, clientSecret: known.clientSecret, scope: known.scope }
  const options: AtelierOptions = {
    url: withoutSlash(url),
    maxWaitMs,
    ...credentials,
    ...(pace && { fetch: pacedFetch(pace) }),
  }
  return { atelier: new Atelier(options), url: withoutSlash(url), pace }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
