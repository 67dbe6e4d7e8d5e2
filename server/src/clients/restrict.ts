import type { Db } from '../db/database.ts'
import type { ClientChange } from './change.ts'
import { updateClient } from './update.ts'

/**
 * Sets what a client may do. What it loses, its tokens that are out lose at once; what it gains, it has with
 * its next token.
 * @returns the scopes that it had, or undefined when there is no such client.
 */
export async function restrictClient(
  db: Db,
  client: ClientChange,
  scopes: readonly string[],
): Promise<string[] | undefined> {
  return (await updateClient(db, client, { scopes: [...scopes] }))?.scopes
}
