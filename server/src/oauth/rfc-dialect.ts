import type { Origin } from '../audit/event.ts'
import { ApiError } from '../errors.ts'
import { publicId } from '../ids.ts'
import { accessTokenPrefix, hashOf, isWellFormed } from '../secrets/tokens.ts'
import { authenticateClient } from './client-authentication.ts'
import type { Core } from './core.ts'
import { type Form, malformed } from './form.ts'
import type { LiveToken } from './live-tokens.ts'
import { revokeToken } from './queries.ts'
import { assertGranted } from './scopes.ts'
import type { VerifiedClient } from './verify-client.ts'

export type FormRequest = { form: Form; rawHeaders: readonly string[]; from: Origin }

/**
 * The token endpoint (RFC 6749 §4.4).
 * @param granted the scopes of the token, by the client and the scopes that it requests.
 */
export async function requestToken(
  { verify, issue }: Pick<Core, 'verify' | 'issue'>,
  request: FormRequest,
  granted = grantedOf,
) {
  const grantType = request.form.get('grant_type')
  if (grantType === undefined) throw malformed('The parameter grant_type is missing.')
  if (grantType !== 'client_credentials') throw new ApiError('unsupported_grant_type')
  const client = await authenticateClient(verify, request)
  const asked = request.form.get('scope')
  const { accessToken, expiresInSeconds, scopes } = await issue(client, request.from, (it) => ({
    scopes: granted(it, asked),
  }))
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    scope: scopes.join(' '),
  }
}

/**
 * The granted scopes. A client must have the scopes that it requests. If it requests none, it gets all of its
 * scopes (RFC 6749 §3.3).
 */
function grantedOf({ scopes }: Pick<VerifiedClient, 'scopes'>, asked: string | undefined): readonly string[] {
  if (asked === undefined) return scopes
  const wanted = asked.split(' ')
  assertGranted(wanted, scopes)
  return scopes.filter((scope) => wanted.includes(scope))
}

/** Introspection (RFC 7662) shows a client its own tokens. Other clients' tokens look like unknown tokens. */
export async function introspect({ verify, tokens, issuer }: Core, request: FormRequest) {
  const client = await authenticateClient(verify, request)
  const live = await tokens(tokenIn(request.form))
  if (live?.client_id !== client.id) return { active: false }
  return { active: true, ...claimsOf(live), iss: issuer() }
}

function claimsOf({ client_id, scopes, issued_at, expires_at }: LiveToken) {
  return {
    scope: scopes.join(' '),
    client_id: publicId('client', client_id),
    sub: publicId('client', client_id),
    token_type: 'Bearer',
    iat: Math.floor(issued_at.getTime() / 1000),
    exp: Math.floor(expires_at.getTime() / 1000),
  }
}

/**
 * Revocation (RFC 7009 §2.1): an unknown token counts as revoked, and so does a token of another client. The
 * content of the response does not matter, but some libraries require JSON.
 */
export async function revoke(
  { db, verify }: Pick<Core, 'db' | 'verify'>,
  request: FormRequest,
): Promise<object> {
  const client = await authenticateClient(verify, request)
  const token = tokenIn(request.form)
  if (isWellFormed(accessTokenPrefix, token))
    await revokeToken(db, hashOf(token), new Date(), request.from, client.id)
  return {}
}

function tokenIn(form: Form): string {
  const token = form.get('token')
  if (token === undefined) throw malformed('The parameter token is missing.')
  return token
}
