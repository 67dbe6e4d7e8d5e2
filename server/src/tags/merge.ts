import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { assertSettled, finish, type StepResult } from '../jobs/large-change.ts'
import type { Tagged } from './counts.ts'
import { tagEvent } from './create.ts'
import { endSuggestions, mergeSuggestions } from './suggestions.ts'

/**
 * Moves all taggings and suggestions to one tag and deletes the merged tags. If a resource had several of
 * them, one tagging is kept. A manual tagging takes precedence over a tagging from the file, which takes
 * precedence over a suggestion. If there are many taggings, a job moves them. Each resource always has one of
 * the tags, and the merged tags are deleted when they have no taggings left.
 * @param gone the merged tags, without the remaining tag, each once.
 * @throws {ApiError} `invalid` on `tags` if one of them is the remaining tag, does not exist, or is in the
 * trash; `still_changing`.
 */
export async function mergeTags(
  context: Changing<unknown> & { id: Uuid },
  noun: Tagged,
  gone: readonly Uuid[],
): Promise<void> {
  const { trx, companyId, id: stays } = context
  await assertMergeable(trx, companyId, noun, stays, gone)
  await assertSettled(trx, companyId, { resourceIds: [stays, ...gone] })
  await finish(context, {
    type: `${noun}_tag.merge`,
    step: mergeSteps[noun],
    state: { stays, gone: [...gone] },
    rows: await rowsOf(trx, companyId, noun, gone),
    resourceIds: [stays, ...gone],
  })
}

type Merging = { stays: Uuid; gone: Uuid[] }

/** Moves some taggings, and then suggestions. After the last suggestions, the merged tags are deleted. */
async function mergeSome(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  state: Merging,
  rowsMax: number,
): Promise<StepResult<Merging>> {
  const { stays, gone } = state
  const all = [stays, ...gone]
  const ids = await resourcesWith(trx, companyId, noun, gone, rowsMax)
  if (ids.length > 0) {
    await count(trx, companyId, noun, ids, all, -1)
    await endDoubles(trx, companyId, noun, ids, all)
    await sql`
      update ${sql.table(`${noun}_taggings`)} set tag_id = ${stays}
      where company_id = ${companyId} and tag_id = any(${gone}::uuid[]) and id = any(${ids}::uuid[])`.execute(
      trx,
    )
    await count(trx, companyId, noun, ids, all, 1)
  }
  let rows = ids.length
  if (noun === 'asset') {
    // If an asset now has the remaining tag, its suggestion of that tag is removed.
    await endSuggestions(trx, companyId, ids, [stays])
    rows += await mergeSuggestions(trx, companyId, stays, gone, rowsMax - rows)
  }
  const counted = tagEvent(noun, 'updated', stays, { fields: [`${noun}s_count`] })
  const isLast = rows < rowsMax
  if (isLast)
    await trx.deleteFrom(`${noun}_tags`).where('company_id', '=', companyId).where('id', 'in', gone).execute()
  await sql`
    update ${sql.table(`${noun}_tags`)}
    set updated_at = greatest(${new Date()}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = ${stays}`.execute(trx)
  const merged_into = publicId(noun === 'asset' ? 'assetTag' : 'templateTag', stays)
  const ended = isLast ? gone.map((id) => tagEvent(noun, 'deleted', id, { merged_into })) : []
  return { rows, events: [counted, ...ended], next: isLast ? undefined : state }
}

/** A separate step for each kind of resource, because jobs identify it by type. */
export const mergeSteps = {
  asset: (trx: Trx, companyId: CompanyId, state: Merging, rowsMax: number) =>
    mergeSome(trx, companyId, 'asset', state, rowsMax),
  template: (trx: Trx, companyId: CompanyId, state: Merging, rowsMax: number) =>
    mergeSome(trx, companyId, 'template', state, rowsMax),
}

async function assertMergeable(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  stays: Uuid,
  gone: readonly Uuid[],
) {
  if (gone.includes(stays)) throw invalid('tags', 'A tag cannot be merged into itself.')
  const live = await trx
    .selectFrom(`${noun}_tags`)
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', gone)
    .where('deleted_at', 'is', null)
    .execute()
  if (live.length < gone.length) throw invalid('tags', 'The selected tags is invalid.')
}

/** Maximum count. Counting this far takes about 10 ms and suffices to know that there are many. */
const countedMax = 50_000

async function rowsOf(trx: Trx, companyId: CompanyId, noun: Tagged, tagIds: readonly Uuid[]) {
  const rowsIn = (what: 'taggings' | 'suggestions') => sql`
    select from ${sql.table(`${noun}_${what}`)} where company_id = ${companyId} and tag_id = any(${tagIds}::uuid[])`
  const suggestions = noun === 'asset' ? sql`union all ${rowsIn('suggestions')}` : sql``
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from (${rowsIn('taggings')} ${suggestions} limit ${countedMax}) counted`.execute(
    trx,
  )
  return rows[0]!.rows
}

async function resourcesWith(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  tagIds: readonly Uuid[],
  limit: number,
): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from ${sql.table(`${noun}_taggings`)}
    where company_id = ${companyId} and tag_id = any(${tagIds}::uuid[]) limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Updates the counters of these resources' tags, for live resources: 1 adds them, -1 removes them. */
const count = (
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: readonly Uuid[],
  tagIds: readonly Uuid[],
  more: 1 | -1,
) => {
  const counted = sql.ref(`${noun}s_count`)
  return sql`
    update ${sql.table(`${noun}_tags`)} t set ${counted} = ${counted} + ${more}::int * carrying.rows from (
      select g.tag_id, count(*) as rows from ${sql.table(`${noun}_taggings`)} g
      join ${sql.table(`${noun}s`)} r on r.company_id = ${companyId} and r.id = g.id and r.deleted_at is null
      where g.company_id = ${companyId} and g.id = any(${ids}::uuid[]) and g.tag_id = any(${tagIds}::uuid[])
      group by g.tag_id
    ) carrying
    where t.company_id = ${companyId} and t.id = carrying.tag_id`.execute(trx)
}

/**
 * Keeps only the best tagging per resource among these tags. The resource has a tag before and after
 * (counts.ts).
 */
async function endDoubles(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: readonly Uuid[],
  tagIds: readonly Uuid[],
) {
  const taggings = sql.table(`${noun}_taggings`)
  await sql`
    with ranked as (
      select tag_id, id,
        row_number() over (partition by id order by source = 'manual' desc, confidence desc nulls last) as place
      from ${taggings}
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and tag_id = any(${tagIds}::uuid[])
    )
    delete from ${taggings} g using ranked
    where g.company_id = ${companyId} and g.tag_id = ranked.tag_id and g.id = ranked.id and ranked.place > 1`.execute(
    trx,
  )
}
