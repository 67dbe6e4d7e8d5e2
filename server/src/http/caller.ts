import type { CompanyId, Uuid } from '../ids.ts'
import { ApiError } from './errors.ts'

/** Scopes that every client gets unless it was restricted, and those that only the portal grants (contract C11). */
export const readScopes = ['profile:read', 'templates:read', 'assets:read', 'brandkit:read'] as const
export const writeScopes = ['templates:write', 'assets:write', 'brandkit:write', 'webhooks:write'] as const
export const scopes = [...readScopes, ...writeScopes]
export type AccessScope = (typeof scopes)[number]

/** Who calls, once a bearer token has been found live. */
export type Principal = {
  clientId: Uuid
  companyId: CompanyId | null
  /** In whose name: the owner of the client. What the client creates is created by this person. */
  personId: Uuid | null
  scopes: readonly string[]
}

/** A principal that an endpoint may serve: it is linked to a company. */
export type Caller = Principal & { companyId: CompanyId }

/** Finds out whose token this is: undefined when it is not live. */
export type Authenticate = (token: string) => Promise<Principal | undefined>

/** No token is longer; nothing longer is hashed or compared. */
const bearerLengthMax = 200
const realm = 'Bearer realm="atelier"'

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), or undefined. Sent twice, it is no token at all. */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'authorization') continue
    if (value !== undefined) return undefined
    value = rawHeaders[at + 1]!
  }
  if (value === undefined || value.length > bearerLengthMax) return undefined
  return /^bearer +(\S+)$/i.exec(value)?.[1]
}

/** Whose token the request carries, or 401. RFC 6750 §3 says what the challenge holds. */
export async function identify(
  rawHeaders: readonly string[],
  authenticate: Authenticate,
): Promise<Principal> {
  const token = bearerToken(rawHeaders)
  if (token === undefined) throw new ApiError('unauthenticated', challenge(realm))
  const principal = await authenticate(token)
  if (!principal) throw new ApiError('unauthenticated', challenge(`${realm}, error="invalid_token"`))
  return principal
}

/** The refusals that follow, in the order of contract C13: 403, 404. */
export function permit(principal: Principal, scope: AccessScope): Caller {
  if (!principal.scopes.includes(scope)) {
    throw new ApiError('missing_scope', challenge(`${realm}, error="insufficient_scope", scope="${scope}"`))
  }
  if (principal.companyId === null) throw new ApiError('company_not_found')
  return principal as Caller
}

const challenge = (value: string) => ({ headers: { 'WWW-Authenticate': value } })
