import type { Db } from '../db/database.ts'
import { type ClientChange, changeClient, holdClient } from './change.ts'

/**
 * Sets what a client may do. What it loses, its tokens that are out lose at once; what it gains, it has with
 * its next token.
 * @returns the scopes that it had, or undefined when there is no such client.
 */
export function restrictClient(
  db: Db,
  client: ClientChange,
  scopes: readonly string[],
): Promise<string[] | undefined> {
  return changeClient<string[] | undefined>(db, client, 'updated', async (trx) => {
    const held = await holdClient(trx, client.id)
    if (!held) return { result: undefined }
    await trx
      .updateTable('clients')
      .set({ scopes: [...scopes], updated_at: new Date() })
      .where('id', '=', client.id)
      .execute()
    return { result: held.scopes, data: { scopes: [...scopes], scopes_before: held.scopes } }
  })
}
