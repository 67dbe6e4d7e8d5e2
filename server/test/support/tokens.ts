import assert from 'node:assert/strict'
import type { Db } from '../../src/db/database.ts'
import type { Uuid } from '../../src/ids.ts'
import { findClientsForToken, insertAccessTokens, type NewAccessToken } from '../../src/oauth/queries.ts'

/** A client that was just read and has authenticated with its secret. */
export async function provedClient(db: Db, clientId: Uuid) {
  const [client] = await findClientsForToken(db, [clientId])
  assert.ok(client?.found)
  return { clientId, clientUpdatedAt: client.updated_at, secretHash: client.secret_hashes[0]! }
}

/** Stores tokens of a client without a request. */
export async function storeTokens(
  db: Db,
  clientId: Uuid,
  tokens: Pick<NewAccessToken, 'hash' | 'issuedAt' | 'expiresAt'>[],
): Promise<void> {
  const client = await provedClient(db, clientId)
  await insertAccessTokens(
    db,
    tokens.map((token) => ({ ...client, ...token })),
  )
}
