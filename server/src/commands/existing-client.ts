import type { ClientChange } from '../clients/change.ts'
import type { ClientRow } from '../clients/queries.ts'
import type { Db } from '../db/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import { UsageError } from './usage-error.ts'

export async function existingClient(db: Db, id: Uuid): Promise<ClientRow> {
  const { findClient } = await import('../clients/queries.ts')
  const row = await findClient(db, id)
  if (!row) throw noSuchClient(id)
  return row
}

export const noSuchClient = (id: Uuid) => new UsageError(`There is no client ${publicId('client', id)}.`)

export const operatorOn = (row: ClientRow): ClientChange => ({
  actor: { type: 'operator' },
  id: row.id,
  companyId: row.company_id,
})
