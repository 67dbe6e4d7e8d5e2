import { timingSafeEqual } from 'node:crypto'
import type { Origin } from '../audit/event.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { isAllowed } from '../http/addresses.ts'
import { ApiError } from '../http/errors.ts'
import { parseId, type Uuid } from '../ids.ts'
import { findClientsForToken, insertAccessTokens, type NewAccessToken } from './queries.ts'
import { accessTokenPrefix, hashOf, newToken } from './tokens.ts'

/** Nothing longer is hashed or looked for: no id and no secret of ours is half as long. */
export const credentialLengthMax = 200

/** Above every id that a client can have. */
const nobody: Uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const noHash = Buffer.alloc(32)

export type IssuedToken = { accessToken: string; expiresInSeconds: number }

/**
 * An access token for a client (specification §3): committed before it is returned. Takes id and secret as the
 * caller sent them.
 * @throws {ApiError} `invalid_client` alike for a wrong id, a wrong secret and a wrong address; `inactive_enterprise`
 * only to who knows the secret.
 */
export type IssueToken = (clientId: string, clientSecret: string, from?: Origin) => Promise<IssuedToken>

/** Tokens asked for at the same time share a commit: each pays a part of what it costs to reach the disk. */
export function tokenIssuer(db: Db, lifetimeSeconds: number): IssueToken {
  const find = batched((ids: readonly Uuid[]) => findClientsForToken(db, ids))
  const insert = batched((tokens: readonly NewAccessToken[]) => insertAccessTokens(db, tokens))

  return async (givenId, givenSecret, from) => {
    const clientId = givenId.length <= credentialLengthMax ? parseId('client', givenId) : undefined
    const client = await find(clientId ?? nobody)
    const knows = knowsSecret(client?.secret_hashes ?? [], givenSecret)
    if (!knows || !client?.found || clientId === undefined) throw invalidClient()
    if (!isAllowed(client.allowed_addresses, from?.ip)) throw invalidClient('address_not_allowed')
    if (!client.enterprise_active) throw new ApiError('inactive_enterprise')

    const accessToken = newToken(accessTokenPrefix)
    const expiresInSeconds = client.token_lifetime_seconds ?? lifetimeSeconds
    const issuedAt = new Date()
    const expiresAt = new Date(issuedAt.getTime() + expiresInSeconds * 1000)
    const token = { hash: hashOf(accessToken), clientId, issuedAt, expiresAt, from }
    if (!(await insert(token))) throw invalidClient()
    return { accessToken, expiresInSeconds }
  }
}

/** Takes as long for no client, one secret or two: an unknown id can't be told from a known one by the clock. */
function knowsSecret(hashes: Buffer[], secret: string) {
  const given = hashOf(secret.slice(0, credentialLengthMax))
  const first = timingSafeEqual(given, hashes[0] ?? noHash)
  const second = timingSafeEqual(given, hashes[1] ?? noHash)
  return (first || second) && secret.length <= credentialLengthMax
}

/**
 * The specification's §7 to the letter.
 * @param reason what the log says of it.
 */
const invalidClient = (reason?: string) =>
  new ApiError('invalid_client', {
    ...(reason && { reason }),
    details: {
      error: 'invalid_client',
      error_description: 'Client authentication failed',
      message: 'Client authentication failed',
    },
  })
