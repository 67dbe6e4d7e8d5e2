import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Actor } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Scopes of every client that is not restricted, and those that only the portal grants (contract R-AUTH-6). */
export const readScopes = ['profile:read', 'templates:read', 'assets:read', 'brandkit:read'] as const
export const grantedScopes = [
  'templates:write',
  'assets:write',
  'brandkit:write',
  'webhooks:write',
  'renders:read',
  'renders:write',
] as const
export const scopes = [...readScopes, ...grantedScopes]
/** Scopes that people have by their role, and clients never. */
export type PortalScope =
  | 'company:read'
  | 'company:write'
  | 'members:write'
  | 'clients:read'
  | 'clients:write'
  | 'audit:read'
/**
 * Of operators: what they do for the installation they do for no company. To everybody else it is not there, and
 * whoever has it needs none (`permit`).
 */
export const operatorScope = 'installation:write'
export type ClientScope = (typeof scopes)[number]
export type AccessScope = ClientScope | PortalScope | typeof operatorScope

/** Who calls: a client, once its bearer token has been found live, or a person with a session. */
export type Principal = {
  /** Null when it is a person. */
  clientId: Uuid | null
  companyId: CompanyId | null
  /** In whose name: the owner of the client. What the client creates is created by this person. */
  personId: Uuid | null
  scopes: readonly string[]
  /** Of a client: origins of the pages that may read what it is answered. */
  allowedOrigins?: readonly string[]
}

/** The one who does it: what happens in the name of a client's owner was done by the client. */
export const actorOf = ({ clientId, personId }: Pick<Principal, 'clientId' | 'personId'>): Actor =>
  clientId ? { type: 'client', id: clientId } : { type: 'person', id: personId! }

/** Under whom idempotency keys are kept. */
export const callerId = (caller: Pick<Principal, 'clientId' | 'personId'>): Uuid => actorOf(caller).id!

/** An API with its prefix and authentication scheme: of clients, or of people. */
export type EntryPoint = {
  /** Below which its endpoints are. */
  prefix: '/api' | '/portal/api'
  /** Where callers that are refused find out how to get in (RFC 9728), if they can. */
  metadataUrl?(): string
  /** @throws {ApiError} `unauthenticated`. */
  identify(request: FastifyRequest): Promise<Principal>
}

/** The entry point of OAuth clients, which send a bearer token. */
export function clientEntryPoint(authenticate: Authenticate, metadataUrl: () => string): EntryPoint {
  const entryPoint: EntryPoint = {
    prefix: '/api',
    metadataUrl,
    identify: ({ raw, ip }) => identify(raw.rawHeaders, ip, authenticate, entryPoint),
  }
  return entryPoint
}

/** A principal that an endpoint may serve: it is linked to a company. */
export type Caller = Principal & { companyId: CompanyId }

/** Finds out whose token this is: undefined when it is not live, or its client may not call from this address. */
export type Authenticate = (token: string, address?: string) => Promise<Principal | undefined>

/** No token is longer; nothing longer is hashed or compared. */
const bearerLengthMax = 200
const realm = 'Bearer realm="atelier"'

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), or undefined. */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const value = authorizationOf(rawHeaders)
  return value === undefined ? undefined : bearerOf(value)
}

/** The token in what `Authorization` says. */
export const bearerOf = (value: string): string | undefined =>
  value.length > bearerLengthMax ? undefined : /^bearer +(\S+)$/i.exec(value)?.[1]

/** What `Authorization` says, or undefined. Sent twice, it says nothing at all. */
export function authorizationOf(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'authorization') continue
    if (value !== undefined) return undefined
    value = rawHeaders[at + 1]!
  }
  return value
}

/** Whose token the request carries, or 401. RFC 6750 §3 says what the challenge holds. */
export async function identify(
  rawHeaders: readonly string[],
  address: string,
  authenticate: Authenticate,
  entryPoint: Pick<EntryPoint, 'metadataUrl'>,
): Promise<Principal> {
  const token = bearerToken(rawHeaders)
  if (token === undefined) throw new ApiError('unauthenticated', challenge(entryPoint, realm))
  const principal = await authenticate(token, address)
  if (!principal)
    throw new ApiError('unauthenticated', challenge(entryPoint, `${realm}, error="invalid_token"`))
  return principal
}

/** The refusals that follow, in the order of contract R-ERR-1: 403, 404. */
export function permit(
  principal: Principal,
  scope: AccessScope,
  entryPoint: Pick<EntryPoint, 'metadataUrl'> = {},
): Caller {
  const isAllowed = principal.scopes.includes(scope)
  if (scope === operatorScope) {
    if (!isAllowed) throw new ApiError('not_found')
    return principal as Caller
  }
  if (!isAllowed) {
    const fault = `${realm}, error="insufficient_scope", scope="${scope}"`
    throw new ApiError('missing_scope', challenge(entryPoint, fault))
  }
  if (principal.companyId === null) throw new ApiError('company_not_found')
  return principal as Caller
}

function challenge({ metadataUrl }: Pick<EntryPoint, 'metadataUrl'>, value: string) {
  const metadata = metadataUrl ? `, resource_metadata="${metadataUrl()}"` : ''
  return { headers: { 'WWW-Authenticate': value + metadata } }
}
