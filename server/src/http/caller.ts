import type { FastifyRequest } from 'fastify'
import type { FolderLimit } from '../db/handle.ts'
import { ApiError } from '../errors.ts'
import type { Actor } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Scopes of every unrestricted client, and scopes that only the portal grants (contract R-AUTH-6). */
export const readScopes = ['profile:read', 'templates:read', 'assets:read', 'brandkit:read'] as const
export const grantedScopes = [
  'templates:write',
  'assets:write',
  'brandkit:write',
  'webhooks:write',
  'renders:read',
  'renders:write',
  'shares:write',
] as const
export const scopes = [...readScopes, ...grantedScopes]
/** Clients never have these scopes. */
export type PortalScope =
  | 'company:read'
  | 'company:write'
  | 'members:write'
  | 'clients:read'
  | 'clients:write'
  | 'audit:read'
/**
 * The scope of operators, for actions on the installation instead of a company. Without it, the installation's
 * endpoints do not exist. Operators need no other scope (`permit`).
 */
export const operatorScope = 'installation:write'
export type ClientScope = (typeof scopes)[number]
export type AccessScope = ClientScope | PortalScope | typeof operatorScope

/** The authenticated caller: a client with a live token, or a person with a session. */
export type Principal = {
  /** Null for a person. */
  clientId: Uuid | null
  companyId: CompanyId | null
  /**
   * The person that the caller acts for; for a client, its owner. Resources that the client creates
   * belong to this person.
   */
  personId: Uuid | null
  scopes: readonly string[]
  /** Origins of web pages that can read a client's responses. */
  allowedOrigins?: readonly string[]
  /** The folders that the caller is limited to, for endpoints that are held by the limit (folder-limits.ts). */
  folderLimit?: FolderLimit | undefined
  /** Whether the client is a connected app, whose tokens are only valid at `/mcp`. */
  isApp?: boolean
}

/** The actor. An action on behalf of a client's owner counts as an action of the client. */
export const actorOf = ({ clientId, personId }: Pick<Principal, 'clientId' | 'personId'>): Actor =>
  clientId ? { type: 'client', id: clientId } : { type: 'person', id: personId! }

/** The ID under which idempotency keys are stored. */
export const callerId = (caller: Pick<Principal, 'clientId' | 'personId'>): Uuid => actorOf(caller).id!

/** An API with its prefix and authentication scheme: for clients, or for people. */
export type EntryPoint = {
  prefix: '/api' | '/portal/api'
  /** The URL that tells unauthenticated callers how to authenticate (RFC 9728), if there is one. */
  metadataUrl?(): string
  /** @throws {ApiError} `unauthenticated`; `bad_request` for a token that is sent in two ways. */
  identify(request: FastifyRequest): Promise<Principal>
}

/** The entry point of OAuth clients, which send a bearer token. */
export function clientEntryPoint(authenticate: Authenticate, metadataUrl: () => string): EntryPoint {
  const entryPoint: EntryPoint = {
    prefix: '/api',
    metadataUrl,
    async identify({ raw, ip, query }) {
      const principal = await identify(raw.rawHeaders, ip, authenticate, entryPoint)
      // RFC 6750 §2: a request must not send its token in more than one way.
      if (Object.hasOwn(query as object, 'access_token'))
        throw new ApiError('bad_request', {
          ...challenge(entryPoint, `${realm}, error="invalid_request"`),
          more: { reason: 'Send the access token only in the Authorization header, not also in the URL.' },
        })
      return principal
    },
  }
  return entryPoint
}

/** A principal that is linked to a company, which most endpoints require. */
export type Caller = Principal & { companyId: CompanyId }

/**
 * Looks up a token. Undefined if the token is not valid, or if its client cannot call from this IP address.
 */
export type Authenticate = (token: string, address?: string) => Promise<Principal | undefined>

/** Maximum length of input that is hashed and compared. Longer than any token. */
const bearerLengthMax = 200
const realm = 'Bearer realm="atelier"'

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), or undefined. */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const value = authorizationOf(rawHeaders)
  return value === undefined ? undefined : bearerOf(value)
}

export const bearerOf = (value: string): string | undefined =>
  value.length > bearerLengthMax ? undefined : /^bearer +(\S+)$/i.exec(value)?.[1]

/** The value of `Authorization`. Undefined if the header is missing or sent twice. */
export function authorizationOf(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.toLowerCase() !== 'authorization') continue
    if (value !== undefined) return undefined
    value = rawHeaders[at + 1]!
  }
  return value
}

/** Authenticates the request, or throws a 401. The challenge follows RFC 6750 §3. */
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

/** The checks after authentication, in the order of contract R-ERR-1: 403, then 404. */
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
