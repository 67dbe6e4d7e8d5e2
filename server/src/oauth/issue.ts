import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { parseId, type Uuid } from '../ids.ts'
import { findClientForToken, insertAccessToken } from './queries.ts'
import { accessTokenPrefix, hashOf, newToken } from './tokens.ts'

/** Nothing longer is hashed or looked for: no id and no secret of ours is half as long. */
export const credentialLengthMax = 200

/** Above every id that a client can have. */
const nobody: Uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const noHash = Buffer.alloc(32)
/** PostgreSQL's code for «the client has been deleted since it was read». */
const foreignKeyViolation = '23503'

export type IssuedToken = { accessToken: string; expiresInSeconds: number }

/**
 * An access token for a client (specification §3): committed before it is returned.
 * @param clientId as the caller sent it; `clientSecret` likewise.
 * @throws {ApiError} `invalid_client` alike for a wrong id and a wrong secret; `inactive_enterprise` only to who
 * knows the secret.
 */
export async function issueToken(
  db: Db,
  clientId: string,
  clientSecret: string,
  lifetimeSeconds: number,
): Promise<IssuedToken> {
  const id = clientId.length <= credentialLengthMax ? parseId('client', clientId) : undefined
  const client = await findClientForToken(db, id ?? nobody)
  const knows = knowsSecret(client?.secret_hashes ?? [], clientSecret)
  if (!knows || !client?.found || id === undefined) throw invalidClient()
  if (!client.enterprise_active) throw new ApiError('inactive_enterprise')

  const accessToken = newToken(accessTokenPrefix)
  const expiresInSeconds = client.token_lifetime_seconds ?? lifetimeSeconds
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + expiresInSeconds * 1000)
  await insertAccessToken(db, {
    hash: hashOf(accessToken),
    clientId: id,
    scopes: client.scopes,
    issuedAt,
    expiresAt,
  }).catch((error) => {
    throw error.code === foreignKeyViolation ? invalidClient() : error
  })
  return { accessToken, expiresInSeconds }
}

/** Takes as long for no client, one secret or two: an unknown id can't be told from a known one by the clock. */
function knowsSecret(hashes: Buffer[], secret: string) {
  const given = hashOf(secret.slice(0, credentialLengthMax))
  const first = timingSafeEqual(given, hashes[0] ?? noHash)
  const second = timingSafeEqual(given, hashes[1] ?? noHash)
  return (first || second) && secret.length <= credentialLengthMax
}

/** The specification's §7 to the letter. */
const invalidClient = () =>
  new ApiError('invalid_client', {
    details: {
      error: 'invalid_client',
      error_description: 'Client authentication failed',
      message: 'Client authentication failed',
    },
  })
