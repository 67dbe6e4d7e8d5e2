import { ApiError } from '../errors.ts'
import type { Attempts } from '../oauth/attempts.ts'
import type { Core } from '../oauth/core.ts'
import { type FormRequest, requestToken } from '../oauth/rfc-dialect.ts'
import type { VerifiedClient } from '../oauth/verify-client.ts'
import { assertResource } from './authorization-request.ts'

export type ClientTokens = Pick<Core, 'verify' | 'issue'> & { attempts: Attempts }

/**
 * Issues a token to a client with a secret or a key. MCP libraries read only the metadata of this issuer, and request
 * every scope that it lists.
 */
export function requestClientToken(
  core: Pick<Core, 'verify' | 'issue'>,
  resource: string,
  request: FormRequest,
) {
  assertResource(resource, request.form.get('resource'), () => new ApiError('invalid_target'))
  return requestToken(core, request, sharedScopes)
}

/** The requested scopes, without scopes that the client lacks (RFC 6749 §3.3). */
function sharedScopes(
  { scopes }: Pick<VerifiedClient, 'scopes'>,
  asked: string | undefined,
): readonly string[] {
  if (asked === undefined) return scopes
  const wanted = asked.split(' ')
  const shared = scopes.filter((scope) => wanted.includes(scope))
  if (shared.length === 0) throw new ApiError('invalid_scope')
  return shared
}
