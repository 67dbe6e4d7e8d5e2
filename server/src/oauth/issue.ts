import type { Origin } from '../audit/event.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { insertAccessTokens, type NewAccessToken } from './queries.ts'
import { accessTokenPrefix, hashOf, newToken } from './tokens.ts'
import { invalidClient, type VerifiedClient } from './verify-client.ts'

export type IssuedToken = { accessToken: string; expiresInSeconds: number }

/**
 * An access token for a client that has proved who it is (specification §3): committed before it is returned.
 * @param scopes of those that the client has, these alone; all of them when not said.
 * @throws {ApiError} `invalid_client` when the client has been deleted meanwhile.
 */
export type IssueToken = (
  client: VerifiedClient,
  from?: Origin,
  scopes?: readonly string[],
) => Promise<IssuedToken>

/**
 * A statement that waits for the disk lets the next ones gather. The embedded engine carries out one at a time: without
 * a bound each token would stand in its line alone.
 */
const underWayMax = 3

/** Tokens asked for at the same time share a commit: each pays a part of what it costs to reach the disk. */
export function tokenIssuer(db: Db, lifetimeSeconds: number): IssueToken {
  const insert = batched((tokens: readonly NewAccessToken[]) => insertAccessTokens(db, tokens), underWayMax)

  return async (client, from, scopes) => {
    const accessToken = newToken(accessTokenPrefix)
    const expiresInSeconds = client.tokenLifetimeSeconds ?? lifetimeSeconds
    const issuedAt = new Date()
    const expiresAt = new Date(issuedAt.getTime() + expiresInSeconds * 1000)
    const token = { hash: hashOf(accessToken), clientId: client.id, issuedAt, expiresAt, scopes, from }
    if (!(await insert(token))) throw invalidClient()
    return { accessToken, expiresInSeconds }
  }
}
