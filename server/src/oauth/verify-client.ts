import { timingSafeEqual } from 'node:crypto'
import type { Origin } from '../audit/event.ts'
import { batched } from '../db/batch.ts'
import type { Handle } from '../db/handle.ts'
import { ApiError, type ErrorExtras } from '../errors.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { isAllowed } from '../ip-addresses.ts'
import { credentialLengthMax, hashOf } from '../secrets/tokens.ts'
import { AssertionFault, subjectOf, verifyAssertion } from './assertion.ts'
import type { ClientCache } from './client-cache.ts'
import { type ClientForToken, findClientsForToken, keepAssertion } from './queries.ts'

/** An ID that no client has, because it is greater than all of them. */
const nobody: Uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const noHash = Buffer.alloc(32)

export type VerifiedClient = {
  id: Uuid
  companyId: CompanyId | null
  scopes: readonly string[]
  tokenLifetimeSeconds: number | null
  /** The client's `updated_at` when it was read. */
  updatedAt: Date
  /** The SHA-256 of the secret that the client used. Null for a key. */
  secretHash: Buffer | null
  /**
   * Authenticates the client again with the same credential, in its current state. Throws as at the first
   * time.
   */
  again(): Promise<VerifiedClient>
}

/**
 * Authenticates a client by the unparsed values of a request.
 * @throws {ApiError} `invalid_client` for a wrong ID, credential or IP address, without distinction;
 * `inactive_enterprise` only after successful authentication.
 */
export type VerifyClient = {
  bySecret(clientId: string, secret: string, from?: Origin): Promise<VerifiedClient>
  /** Authenticates from the cache, synchronously. Undefined means that nothing is known about the client. */
  knownBySecret(clientId: string, secret: string, from: Origin): VerifiedClient | undefined
  /**
   * Authenticates with a signed assertion (RFC 7523 §3), which is valid once if it has a `jti`.
   * @param clientId the ID in the request, in addition to the assertion.
   */
  byAssertion(assertion: string, clientId: string | undefined, from?: Origin): Promise<VerifiedClient>
}

/** @param audiences the accepted audiences of an assertion: the names of this server. */
export function clientVerifier(db: Handle, proved: ClientCache, audiences: () => string[]): VerifyClient {
  const find = batched((ids: readonly Uuid[]) => findClientsForToken(db, ids), db.connections.max)

  function knownBySecret(id: string, secret: string, from: Origin | undefined) {
    const client = proved.find(id, secret)
    if (!client || !isAllowed(client.allowed_addresses, from?.ip)) return undefined
    return verified(client, client.secret_hashes[0]!, () => proveBySecret(id, secret, from))
  }

  async function proveBySecret(
    givenId: string,
    givenSecret: string,
    from: Origin | undefined,
  ): Promise<VerifiedClient> {
    const since = proved.miss()
    const client = await find(idOf(givenId) ?? nobody)
    const secretHash = secretHashOf(client?.secret_hashes ?? [], givenSecret)
    if (!secretHash || !client?.found) throw invalidClient()
    admit(client, from)
    // The client was found by this secret.
    proved.keep(givenId, givenSecret, { ...client, secret_hashes: [secretHash] }, since)
    return verified(client, secretHash, () => proveBySecret(givenId, givenSecret, from))
  }

  async function proveByAssertion(assertion: string, subject: string, from: Origin | undefined) {
    const client = await find(idOf(subject) ?? nobody)
    const keys = (client?.found && client.jwks?.keys) || []
    const use = await verifyAssertion(assertion, keys, subject, audiences()).catch(refused)
    if (!client?.found) throw invalidClient()
    admit(client, from)
    // The use of the assertion was recorded the first time.
    const again = async (): Promise<VerifiedClient> =>
      (await proveByAssertion(assertion, subject, from)).client
    return { client: verified(client, null, again), use }
  }

  return {
    knownBySecret,

    bySecret: async (id, secret, from) => knownBySecret(id, secret, from) ?? proveBySecret(id, secret, from),

    async byAssertion(assertion, givenId, from) {
      const subject = claimedSubject(assertion)
      if (givenId !== undefined && givenId !== subject) throw refusal('assertion_sub')
      const { client, use } = await proveByAssertion(assertion, subject, from)
      const isNew = use.jti === undefined || (await keepAssertion(db, client.id, hashOf(use.jti), use.endsAt))
      if (!isNew) throw refusal('assertion_replayed', 'The assertion was already used.')
      return client
    },
  }
}

const idOf = (given: string) => (given.length <= credentialLengthMax ? parseId('client', given) : undefined)

/**
 * The hash of the secret, if it is one of these hashes. The comparison takes as long for no client, one secret or two,
 * so that timing does not reveal whether an ID exists.
 */
function secretHashOf(hashes: Buffer[], secret: string): Buffer | undefined {
  const given = hashOf(secret.slice(0, credentialLengthMax))
  const first = timingSafeEqual(given, hashes[0] ?? noHash)
  const second = timingSafeEqual(given, hashes[1] ?? noHash)
  return (first || second) && secret.length <= credentialLengthMax ? given : undefined
}

function admit(client: ClientForToken, from: Origin | undefined) {
  if (!isAllowed(client.allowed_addresses, from?.ip)) throw invalidClient({ reason: 'address_not_allowed' })
  if (!client.enterprise_active) throw new ApiError('inactive_enterprise')
}

const verified = (
  client: ClientForToken,
  secretHash: Buffer | null,
  again: VerifiedClient['again'],
): VerifiedClient => ({
  id: client.id,
  companyId: client.company_id,
  scopes: client.scopes,
  tokenLifetimeSeconds: client.token_lifetime_seconds,
  updatedAt: client.updated_at,
  secretHash,
  again,
})

function claimedSubject(assertion: string): string {
  try {
    return subjectOf(assertion)
  } catch (error) {
    return refused(error)
  }
}

function refused(error: unknown): never {
  throw error instanceof AssertionFault ? refusal(error.reason, error.description) : error
}

const refusal = (reason: string, description?: string) =>
  invalidClient({ reason, ...(description !== undefined && { description }) })

/** Header of every 401, with the supported authentication scheme (RFC 9110 §15.5.2). */
const challenge = { 'WWW-Authenticate': 'Basic realm="atelier"' }

/** The exact error of contract R-TOKEN-8. */
export const invalidClient = (extras: ErrorExtras = {}) =>
  new ApiError('invalid_client', {
    headers: challenge,
    ...extras,
    details: {
      error: 'invalid_client',
      error_description: 'Client authentication failed',
      message: 'Client authentication failed',
    },
  })
