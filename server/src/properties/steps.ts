import { sql } from 'kysely'
import { refreshAssetWords } from '../assets/words.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { StepResult } from '../jobs/large-change.ts'
import type { Noun } from '../property-values/types.ts'
import { valuesTable } from '../property-values/write.ts'
import { refreshTemplateWords } from '../templates/words.ts'

/** Cost of changing a resource, in rows: about the number of its search terms. */
export const rowsPerResource = 5

const refresh = { asset: refreshAssetWords, template: refreshTemplateWords }

/** Maximum count of values. Above it, only the displayed progress of a job is less exact. */
const valuesCountedMax = 100_000

/** The number of resources with a value of a property, of all or of these options. */
export async function countValues(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  propertyId: Uuid,
  keys?: readonly string[],
): Promise<number> {
  const isAsked = keys ? sql`match = any(${keys}::text[])` : sql`true`
  const { rows } = await sql<{ count: number }>`
    select count(distinct id)::int as count from (
      select id from ${valuesTable(noun)}
      where company_id = ${companyId} and property_id = ${propertyId} and ${isAsked}
      limit ${valuesCountedMax}
    ) counted`.execute(trx)
  return rows[0]!.count
}

type Deletion = { id: Uuid; noun: Noun }

/**
 * Deletes the values of a deleted property from some resources, and at the end the property. The last event invalidates
 * cached searches for the values.
 */
export async function deleteValues(
  trx: Trx,
  companyId: CompanyId,
  state: Deletion,
  rowsMax: number,
): Promise<StepResult<Deletion>> {
  const { id, noun } = state
  const count = resourcesIn(rowsMax)
  const table = valuesTable(noun)
  const { rows } = await sql<{ id: Uuid }>`
    select distinct id from ${table}
    where company_id = ${companyId} and property_id = ${id} order by id limit ${count}`.execute(trx)
  const ids = rows.map((row) => row.id)
  await sql`
    delete from ${table}
    where company_id = ${companyId} and property_id = ${id} and id = any(${ids}::uuid[])`.execute(trx)
  await refresh[noun](trx, companyId, ids)
  const isLast = ids.length < count
  if (isLast)
    await sql`
      delete from properties
      where company_id = ${companyId} and id = ${id} and deleted_at is not null`.execute(trx)
  const events = isLast ? [{ type: 'property.purged', resourceType: 'property', resourceId: id }] : []
  return { rows: ids.length * rowsPerResource, events, next: isLast ? undefined : state }
}

type Refreshing = { id: Uuid; noun: Noun; keys: readonly string[]; after?: Uuid | undefined }

/**
 * Updates the words of some resources that have options with another label. The last event invalidates cached searches
 * for the labels.
 */
export async function refreshWords(
  trx: Trx,
  companyId: CompanyId,
  state: Refreshing,
  rowsMax: number,
): Promise<StepResult<Refreshing>> {
  const { id, noun, keys, after } = state
  const count = resourcesIn(rowsMax)
  const isLeft = after === undefined ? sql`true` : sql`id > ${after}`
  const { rows } = await sql<{ id: Uuid }>`
    select distinct id from ${valuesTable(noun)}
    where company_id = ${companyId} and property_id = ${id} and match = any(${keys}::text[]) and ${isLeft}
    order by id limit ${count}`.execute(trx)
  const ids = rows.map((row) => row.id)
  await refresh[noun](trx, companyId, ids)
  const next = ids.length < count ? undefined : { ...state, after: ids.at(-1) }
  // A request that needs only one step emits the event of the change itself.
  const isJobDone = next === undefined && after !== undefined
  return { rows: ids.length * rowsPerResource, events: isJobDone ? [optionsUpdated(id)] : [], next }
}

const optionsUpdated = (id: Uuid): NewEvent => ({
  type: 'property.updated',
  resourceType: 'property',
  resourceId: id,
  data: { fields: ['options'] },
})

const resourcesIn = (rows: number) => Math.max(1, Math.floor(rows / rowsPerResource))
