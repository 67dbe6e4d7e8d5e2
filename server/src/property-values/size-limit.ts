import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { CheckedValues, Noun, ValueRow } from './types.ts'
import { valuesTable } from './write.ts'

/**
 * Maximum number of bytes of all values of a resource, in UTF-8. A list returns the values of 100 resources, and each of
 * 100 properties could have 10,000 characters.
 */
export const valueBytesMax = 64 * 1024

export const tooManyBytes = `The properties field must not have more than ${valueBytesMax / 1024} kB of values in total.`

export const bytesOf = (rows: readonly Pick<ValueRow, 'text' | 'match'>[]): number =>
  rows.reduce((bytes, { text, match }) => bytes + Buffer.byteLength(text ?? match ?? ''), 0)

/** Returns the resources that would have too many bytes with these values. */
export async function overfullWith(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  ids: readonly Uuid[],
  { propertyIds, rows: given }: CheckedValues,
): Promise<Uuid[]> {
  // A request can always remove values.
  if (given.length === 0) return []
  const { rows } = await sql<{ id: Uuid }>`
    select v.id from ${valuesTable(noun)} v
    where v.company_id = ${companyId} and v.id = any(${ids}::uuid[])
      and v.property_id <> all(${propertyIds}::uuid[])
    group by v.id
    having sum(octet_length(coalesce(v.text, v.match, ''))) > ${valueBytesMax - bytesOf(given)}`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function assertRoom(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  id: Uuid,
  values: CheckedValues,
): Promise<void> {
  const overfull = await overfullWith(trx, companyId, noun, [id], values)
  if (overfull.length > 0) throw invalid('properties', tooManyBytes)
}
