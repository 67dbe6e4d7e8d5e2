import type { Db } from '../db/database.ts'
import type { ClientChange } from './change.ts'
import { updateClient } from './update.ts'

/**
 * Sets a client's scopes. Removed scopes stop working immediately, even for issued tokens. Added scopes apply
 * to the next token.
 * @returns the previous scopes, or undefined if the client does not exist.
 */
export async function restrictClient(
  db: Db,
  client: ClientChange,
  scopes: readonly string[],
): Promise<string[] | undefined> {
  return (await updateClient(db, client, { scopes: [...scopes] }))?.scopes
}
