import type { TokenRequest, TokenResponse } from '../api.gen.ts'
import { AtelierError, adviceOnUrl } from '../errors.ts'
import type { AtelierOptions, LimitsInForce } from '../options.ts'
import { type AccessToken, givenToken, type Issued, noToken, renewedToken } from './access-token.ts'
import { exchange, type Wire } from './exchange.ts'
import type { Request } from './request.ts'
import { persistently } from './retry.ts'
import { patience } from './wait.ts'

/**
 * The access token of a client, from the options or requested with its credentials. Undefined if a backend
 * adds the token.
 */
export function tokenOf(options: AtelierOptions, wire: Wire, limits: LimitsInForce): AccessToken {
  if ('backend' in options) return noToken
  if ('token' in options) return givenToken(options.token)
  const json = {
    client_id: options.clientId,
    client_secret: options.clientSecret,
    ...(options.scope !== undefined && { scope: [options.scope].flat().join(' ') }),
    ...(options.expiresIn !== undefined && { expires_in: options.expiresIn }),
  }
  return renewedToken(() => issue(json, wire, limits))
}

/** Requests a token (R-TOKEN-1). The rate limiter does not apply here; too many attempts return 429. */
async function issue(
  json: TokenRequest,
  wire: Wire,
  { maxRetries, maxWaitMs, timeoutMs }: LimitsInForce,
): Promise<Issued> {
  const request: Request = { method: 'POST', path: '/oauth/access-token', json }
  const trying = { maxRetries, isRepeatable: true, patience: patience(maxWaitMs, undefined) }
  const attempt = { token: undefined, timeoutMs, signal: undefined, heard: () => {} }
  const { status, body } = await persistently(trying, () => exchange(wire, request, attempt))
  const { access_token, expires_in } = (Object(body) as Partial<TokenResponse>).token ?? {}
  if (typeof access_token === 'string' && typeof expires_in === 'number')
    return { token: access_token, livesMs: expires_in * 1_000 }
  const message = `${request.method} ${request.path} returned ${status} without a token. ${adviceOnUrl}`
  throw new AtelierError(message, { status, code: 'unexpected', advice: adviceOnUrl, body })
}
