import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

type KitColumns = { name?: string; name_key?: string; is_default?: boolean }

/** Each change of the kit or its parts increases its version by one, however many parts change. */
export async function reviseKit(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  now: Date,
  columns: KitColumns = {},
) {
  await trx
    .updateTable('brand_kits')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: laterThanIts(now) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/**
 * The time of a change to a row whose last change is unknown, because `updated_at` must always increase
 * (revision.ts).
 */
export const laterThanIts = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`

export const kitUpdated = (id: Uuid, ...fields: string[]): NewEvent => ({
  type: 'brand_kit.updated',
  resourceType: 'brand_kit',
  resourceId: id,
  data: { fields },
})
