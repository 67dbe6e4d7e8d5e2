import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { type ClientChange, changeClient } from './change.ts'

/** A client may have millions of tokens: each statement stays far from its time limit. */
const tokensPerStatement = 5_000

/** Ends every token of a client that is live at this moment. Returns how many. */
export function revokeTokens(db: Db, client: ClientChange): Promise<number> {
  return changeClient(db, client, 'tokens_revoked', async (trx) => {
    const revoked = await revokeAll(trx, client.id, new Date())
    return { result: revoked, data: revoked > 0 ? { tokens: revoked } : undefined }
  })
}

async function revokeAll(trx: Trx, clientId: Uuid, now: Date) {
  let revoked = 0
  while (true) {
    const some = tokensOf(trx, clientId).where('revoked_at', 'is', null).where('expires_at', '>', now)
    const { numUpdatedRows } = await trx
      .updateTable('access_tokens')
      .set({ revoked_at: now })
      .where('hash', 'in', some)
      .executeTakeFirst()
    revoked += Number(numUpdatedRows)
    if (numUpdatedRows < BigInt(tokensPerStatement)) return revoked
  }
}

/** Ahead of the client itself, whose deletion would take them all in one statement. */
export async function deleteTokens(trx: Trx, clientId: Uuid): Promise<void> {
  while (true) {
    const { numDeletedRows } = await trx
      .deleteFrom('access_tokens')
      .where('hash', 'in', tokensOf(trx, clientId))
      .executeTakeFirst()
    if (numDeletedRows < BigInt(tokensPerStatement)) return
  }
}

const tokensOf = (trx: Trx, clientId: Uuid) =>
  trx.selectFrom('access_tokens').select('hash').where('client_id', '=', clientId).limit(tokensPerStatement)
