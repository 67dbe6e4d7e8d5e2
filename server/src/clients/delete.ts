import type { Db } from '../db/database.ts'
import { type ClientChange, changeClient } from './change.ts'
import { deleteTokens } from './revoke-tokens.ts'

/**
 * Deletes a client, its secrets and its tokens, which are rejected from then on.
 * @returns false if the client does not exist.
 */
export function deleteClient(db: Db, client: ClientChange): Promise<boolean> {
  return changeClient(db, client, 'deleted', async (trx) => {
    await deleteTokens(trx, client.id)
    const deleted = await trx
      .deleteFrom('clients')
      .where('id', '=', client.id)
      .returning('name')
      .executeTakeFirst()
    return { result: deleted !== undefined, data: deleted && { name: deleted.name } }
  })
}
