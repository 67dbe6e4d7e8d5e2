import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { after, assertUnchanged, type IfMatch } from '../http/endpoints/revision.ts'
import { type ClientChange, changeClient, holdClient } from './change.ts'

type Field =
  | 'name'
  | 'scopes'
  | 'token_lifetime_seconds'
  | 'allowed_addresses'
  | 'allowed_origins'
  | 'read_folder_ids'
  | 'write_folder_ids'
type Before = Pick<Selectable<Schema['clients']>, Field>
type Fields = Pick<Updateable<Schema['clients']>, Field>

/**
 * Changes the given fields of a client and returns the previous values. Removed permissions stop working
 * immediately, even for issued tokens. Added permissions apply to the next token.
 * @param read as for `change`. If omitted, the result is the previous client, or undefined if the client does
 *   not exist.
 * @throws {ApiError} `changed_meanwhile`.
 */
export function updateClient<A = Before | undefined>(
  db: Db,
  client: ClientChange,
  fields: Fields,
  ifMatch?: IfMatch,
  read?: (trx: Trx, before: Before | undefined) => Promise<A>,
): Promise<A> {
  const update = async (
    trx: Trx,
  ): Promise<{ result: Before | undefined; data?: Record<string, unknown> }> => {
    const held = await holdClient(trx, client.id)
    if (!held) return { result: undefined }
    assertUnchanged(ifMatch, held)
    const changed = (Object.keys(fields) as Field[]).filter(
      (field) => fields[field] !== undefined && String(fields[field]) !== String(held[field]),
    )
    if (changed.length === 0) return { result: held }
    const values = Object.fromEntries(changed.map((field) => [field, fields[field]]))
    await trx
      .updateTable('clients')
      .set({ ...values, updated_at: after(held.updated_at) })
      .where('id', '=', client.id)
      .execute()
    const before = Object.fromEntries(changed.map((field) => [`${field}_before`, held[field]]))
    return { result: held, data: { ...values, ...before } }
  }
  return changeClient(db, client, 'updated', update, read)
}
