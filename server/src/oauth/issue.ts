import type { Origin } from '../audit/event.ts'
import { batched } from '../db/batch.ts'
import type { Handle } from '../db/handle.ts'
import type { Uuid } from '../ids.ts'
import { accessTokenPrefix, hashOf, newToken } from '../secrets/tokens.ts'
import { insertAccessTokens, type NewAccessToken } from './queries.ts'
import type { TokenQuota } from './token-quota.ts'
import { invalidClient, type VerifiedClient } from './verify-client.ts'

export type IssuedToken = { accessToken: string; expiresInSeconds: number; scopes: readonly string[] }

/**
 * Issues an access token for an authenticated client. It is committed before it is returned.
 * @param narrow limits the token's rights. If omitted, the token has all rights of the client.
 * @throws {ApiError} `too_many_attempts` for a client that has requested too many tokens in this minute; as
 * `verify` does, if the client or its credential has expired or changed; and the errors of `narrow`.
 */
export type IssueToken = (
  client: VerifiedClient,
  from?: Origin,
  narrow?: (client: VerifiedClient, lifetimeSeconds: number) => Narrowed,
) => Promise<IssuedToken>

/**
 * The requested scopes, a subset of the client's, and a lifetime of at most the client's. Both default to the
 * client's.
 */
export type Narrowed = { scopes?: readonly string[]; lifetimeSeconds?: number }

type Limits = { quota: TokenQuota; onIssued(clientId: Uuid): void }

/**
 * Tokens requested at the same time share a commit, and therefore the cost of syncing to disk. A token that
 * was not issued is not counted.
 */
export function tokenIssuer(
  db: Handle,
  lifetimeSeconds: number,
  { quota, onIssued }: Partial<Limits> = {},
): IssueToken {
  const insert = batched(
    (tokens: readonly NewAccessToken[]) => insertAccessTokens(db, tokens),
    db.connections.max,
  )

  async function issueAsIs(
    client: VerifiedClient,
    ...[from, narrow]: Rest
  ): Promise<IssuedToken | undefined> {
    const longestSeconds = client.tokenLifetimeSeconds ?? lifetimeSeconds
    const narrowed = narrow?.(client, longestSeconds)
    const { scopes, lifetimeSeconds: expiresInSeconds = longestSeconds } = narrowed ?? {}
    const accessToken = newToken(accessTokenPrefix)
    const issuedAt = new Date()
    const inserted = await insert({
      hash: hashOf(accessToken),
      clientId: client.id,
      clientUpdatedAt: client.updatedAt,
      secretHash: client.secretHash,
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + expiresInSeconds * 1000),
      scopes,
      from,
    })
    return inserted ? { accessToken, expiresInSeconds, scopes: scopes ?? client.scopes } : undefined
  }

  async function issueAnyway(client: VerifiedClient, ...rest: Rest): Promise<IssuedToken> {
    const issued = await issueAsIs(client, ...rest)
    if (issued) return issued
    // The client differs from its cached version, so everything cached about the client is invalidated.
    db.cacheVersions.invalidate(client.id)
    const again = await issueAsIs(await client.again(), ...rest)
    if (!again) throw invalidClient()
    return again
  }

  return async (client, ...rest) => {
    const counted = quota?.take(client.id)
    const uncount = counted instanceof Promise ? await counted : counted
    try {
      const issued = await issueAnyway(client, ...rest)
      onIssued?.(client.id)
      return issued
    } catch (error) {
      uncount?.()
      throw error
    }
  }
}

type Rest = Parameters<IssueToken> extends [unknown, ...infer R] ? R : never
