import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { CheckedValues, Noun } from './types.ts'

export const valuesTable = (noun: Noun) => sql.table(`${noun}_property_values`)

/** Replaces the values of these properties on resources. Values of other properties are kept. */
export async function writeValues(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  ids: readonly Uuid[],
  { propertyIds, rows }: CheckedValues,
): Promise<void> {
  const table = valuesTable(noun)
  if (propertyIds.length > 0)
    await sql`
      delete from ${table} where company_id = ${companyId} and id = any(${ids}::uuid[])
        and property_id = any(${propertyIds}::uuid[])`.execute(trx)
  if (rows.length === 0) return
  await sql`
    insert into ${table} (company_id, id, property_id, place, match, text, number, date, person_id)
    select ${companyId}, own.id, v.property_id, v.place, v.match, v.text, v.number, v.date, v.person_id
    from unnest(${ids}::uuid[]) own (id) cross join json_to_recordset(${JSON.stringify(rows)}::json) v (
      property_id uuid, place integer, match text, text text, number double precision, date date, person_id uuid
    )`.execute(trx)
}

/** Copies the values of another resource to a resource, in place of its own values. */
export async function copyValues(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  { from, to }: { from: Uuid; to: Uuid },
): Promise<void> {
  const table = valuesTable(noun)
  await sql`delete from ${table} where company_id = ${companyId} and id = ${to}`.execute(trx)
  await sql`
    insert into ${table} (company_id, id, property_id, place, match, text, number, date, person_id)
    select company_id, ${to}, property_id, place, match, text, number, date, person_id
    from ${table} where company_id = ${companyId} and id = ${from}`.execute(trx)
}
