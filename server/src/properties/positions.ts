import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Noun } from '../property-values/types.ts'

/**
 * Numbers the properties of a kind 0, 1, 2 … with one property at a given position.
 * @param position if undefined, the property keeps its position.
 * @returns the events of the other moved properties.
 */
export async function place(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  { id, position, now }: { id?: Uuid; position?: number | undefined; now: Date },
): Promise<NewEvent[]> {
  const found = await trx
    .selectFrom('properties')
    .select('id')
    .where('company_id', '=', companyId)
    .where('applies_to', '=', noun)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const order = found.map((one) => one.id)
  const wanted =
    id === undefined || position === undefined
      ? order
      : order.filter((one) => one !== id).toSpliced(position, 0, id)
  const { rows } = await sql<{ id: Uuid }>`
    update properties r set position = wanted.place - 1,
      updated_at = greatest(${now}, r.updated_at + interval '1 millisecond')
    from unnest(${wanted}::uuid[]) with ordinality as wanted (id, place)
    where r.company_id = ${companyId} and r.id = wanted.id and r.position <> wanted.place - 1
    returning r.id`.execute(trx)
  return rows
    .filter((moved) => moved.id !== id)
    .map((moved) => ({
      type: 'property.updated',
      resourceType: 'property',
      resourceId: moved.id,
      data: { fields: ['position'] },
    }))
}
