import { z } from 'zod'
import type { Origin } from '../audit/event.ts'
import { ApiError } from '../errors.ts'
import { bearerToken } from '../http/caller.ts'
import { invalid, validate } from '../http/schemas/validation.ts'
import { publicId } from '../ids.ts'
import { accessTokenPrefix, credentialLengthMax, hashOf, isWellFormed } from '../secrets/tokens.ts'
import type { AppTokenClaims, Core } from './core.ts'
import type { IssuedToken, Narrowed } from './issue.ts'
import type { LiveToken } from './live-tokens.ts'
import { revokeToken } from './queries.ts'
import { shownScopes } from './scopes.ts'
import type { TokenCache } from './token-cache.ts'
import type { VerifiedClient } from './verify-client.ts'

const credential = z
  .unknown()
  .refine((value) => !isBlank(value), 'is required.')
  .pipe(z.string('must be a string.'))

const scopeFault = 'must be a string or a list of strings.'
const lifetimeFault = 'must be an integer of 1 or more.'

/** The requested scopes. If undefined, all scopes of the client. */
const scope = z
  .union([z.string(), z.array(z.string())], scopeFault)
  .transform((asked) => [asked].flat().join(' ').split(/\s+/).filter(Boolean))
  .transform((scopes) => (scopes.length === 0 ? undefined : scopes))

const lifetime = z.int(lifetimeFault).min(1, lifetimeFault)

export const TokenRequest = z.object({
  client_id: credential,
  client_secret: credential,
  scope: scope.nullish(),
  expires_in: lifetime.nullish(),
})

const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

/** The token endpoint (contract R-TOKEN-1 to R-TOKEN-11). `body` is the request's text. */
export async function requestToken(
  { tokens, verify, issue }: Core,
  body: string,
  rawHeaders: readonly string[],
  from: Origin,
) {
  // A missing body is treated as an object without fields, not as malformed JSON.
  const request = body === '' ? {} : parseObject(body)
  const bearer = bearerToken(rawHeaders)
  if (bearer !== undefined && hasNoCredentials(request ?? {}) && !(await tokens(bearer))) {
    throw new ApiError('stale_token')
  }
  if (!request) throw new ApiError('not_json')
  const { client_id, client_secret, ...asked } = validate(TokenRequest, request)
  const client = await verify.bySecret(client_id, client_secret, from)
  return issued(await issue(client, from, (it, secondsMax) => narrowed(it, secondsMax, asked)))
}

type Asked = Pick<z.output<typeof TokenRequest>, 'scope' | 'expires_in'>

/** @throws {ApiError} `scope_not_granted`, or `invalid` for a lifetime that is longer than the client's. */
function narrowed({ scopes }: VerifiedClient, secondsMax: number, asked: Asked): Narrowed {
  const refused = asked.scope?.filter((scope) => !scopes.includes(scope)) ?? []
  if (refused.length > 0)
    throw new ApiError('scope_not_granted', {
      details: { scope: shownScopes(refused) },
    })
  const lifetimeSeconds = asked.expires_in ?? secondsMax
  if (lifetimeSeconds > secondsMax)
    throw invalid(
      'expires_in',
      `The expires in field must not be more than ${secondsMax}, the lifetime of the client's tokens.`,
    )
  return {
    lifetimeSeconds,
    ...(asked.scope && { scopes: scopes.filter((scope) => asked.scope!.includes(scope)) }),
  }
}

/** Like `requestToken`, but returns text, for a cached client. Undefined if the client is not cached. */
export function requestTokenKnown(
  { verify, issue }: Pick<Core, 'verify' | 'issue'>,
  body: string,
  from: () => Origin,
): Promise<string> | undefined {
  const { client_id, client_secret, scope, expires_in } = parseObject(body) ?? {}
  if (scope != null || expires_in != null) return undefined
  if (typeof client_id !== 'string' || typeof client_secret !== 'string') return undefined
  const origin = from()
  const client = verify.knownBySecret(client_id, client_secret, origin)
  return client && issue(client, origin).then((token) => JSON.stringify(issued(token)))
}

const issued = ({ accessToken, expiresInSeconds }: IssuedToken) => ({
  success: true,
  token: { token_type: 'Bearer', expires_in: expiresInSeconds, access_token: accessToken },
})

/** Introspection (contract R-INSPECT-1 to R-INSPECT-8, R-INSPECT-11). Read-only. */
export async function introspect({ tokens, ofApps }: Pick<Core, 'tokens' | 'ofApps'>, body: string) {
  const live = await tokens(givenToken(body))
  if (!live) throw new ApiError('token_invalid')
  return introspection(live, ofApps)
}

/**
 * Like `introspect`, but returns text, for a cached token. Undefined if the token is not cached, or the body
 * has no token.
 */
export function introspectKnown(
  known: TokenCache['known'],
  ofApps: AppTokenClaims,
  body: string,
): string | undefined {
  const token = tokenIn(body)
  const live = typeof token === 'string' ? known(token) : undefined
  return live && textOf(live, ofApps)
}

/** The response is built once, while the token is cached. */
function textOf(live: LiveToken, ofApps: AppTokenClaims): string {
  const known = texts.get(live)
  if (known !== undefined) return known
  const text = JSON.stringify(introspection(live, ofApps))
  texts.set(live, text)
  return text
}

/** Caches the response for as long as the token is cached. */
const texts = new WeakMap<LiveToken, string>()

/**
 * Revocation (contract R-INSPECT-8 to R-INSPECT-10). If the same token is revoked several times concurrently, one
 * request succeeds.
 */
export async function revoke({ db }: Pick<Core, 'db'>, body: string, from: Origin) {
  const token = givenToken(body)
  if (!isWellFormed(accessTokenPrefix, token)) throw new ApiError('token_invalid')
  const outcome = await revokeToken(db, hashOf(token), new Date(), from)
  if (outcome === 'unknown') throw new ApiError('token_not_found')
  if (outcome === 'not_live') throw new ApiError('token_invalid')
  return { success: true, message: 'Token successfully revoked.', data: null }
}

function introspection(
  { client_id, app_id, scopes, issued_at, expires_at }: LiveToken,
  ofApps: AppTokenClaims,
) {
  const data = {
    active: true,
    client_id: publicId('client', client_id),
    user_id: null,
    scopes,
    expires_at: expires_at.toISOString().slice(0, 19).replace('T', ' '),
    scope: scopes.join(' '),
    token_type: 'Bearer',
    iat: Math.floor(issued_at.getTime() / 1000),
    exp: Math.floor(expires_at.getTime() / 1000),
    ...(app_id && { aud: ofApps().aud }),
  }
  return { success: true, message: '', data }
}

function tokenIn(body: string): unknown {
  const { token, access_token } = parseObject(body) ?? {}
  return isBlank(token) ? access_token : token
}

function givenToken(body: string): string {
  const given = tokenIn(body)
  if (typeof given !== 'string' || isBlank(given)) throw new ApiError('token_required')
  return given
}

const hasNoCredentials = (request: Record<string, unknown>) =>
  isBlank(request.client_id) && isBlank(request.client_secret)

/** The client ID of a token request, if it has one. Failures are counted by it. */
export function clientIdIn(body: string): string | undefined {
  const id = parseObject(body)?.client_id
  return typeof id === 'string' ? id.slice(0, credentialLengthMax) : undefined
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
