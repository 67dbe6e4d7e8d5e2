import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { recountTags, type Tagged } from './counts.ts'
import { endSuggestions } from './suggestions.ts'
import { tagsMax } from './tag-list.ts'

/**
 * The source of a tagging: a person or client, or the file itself. Suggestions are not taggings
 * (suggestions.ts).
 */
export type TagSource = 'manual' | 'embedded'

/**
 * Adds every tag to every resource and updates `assets_count` or `templates_count` and `tags_count`.
 * Existing taggings stay, but tagging by a person makes them manual, and accepts suggestions of the same
 * tags. Trashed resources can be tagged; they are not counted. Search terms need no update: search looks tags
 * up through the taggings.
 * @param ids the IDs of existing resources: one, or many for batches.
 * @throws {ApiError} `invalid` on `tags` if a tag does not exist or is in the trash.
 */
export async function attachTags(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: Uuid | readonly Uuid[],
  tags: readonly Uuid[],
  source: TagSource = 'manual',
): Promise<void> {
  const resources = [ids].flat()
  const given = [...new Set(tags)]
  if (resources.length === 0 || given.length === 0) return
  const [tagsTable, taggings] = [sql.table(`${noun}_tags`), sql.table(`${noun}_taggings`)]
  const count = sql.ref(`${noun}s_count`)
  const { rows } = await sql<{ found: number }>`
    with given as (
      select t.id as tag_id from unnest(${given}::uuid[]) asked(id)
      join ${tagsTable} t on t.company_id = ${companyId} and t.id = asked.id and t.deleted_at is null
    ), wanted as (
      select * from given cross join (select distinct unnest(${resources}::uuid[]) as id) resources
    ), confirmed as (
      update ${taggings} g set source = 'manual', confidence = null from wanted w
      where g.company_id = ${companyId} and g.tag_id = w.tag_id and g.id = w.id
        and g.source <> 'manual' and ${source}::text = 'manual'
    ), added as (
      insert into ${taggings} (company_id, tag_id, id, source)
      select ${companyId}, tag_id, id, ${source} from wanted
      on conflict do nothing
      returning tag_id, id
    ), counted as (
      update ${tagsTable} t set ${count} = ${count} + more.rows from (
        select a.tag_id, count(*) as rows
        from added a join ${sql.table(`${noun}s`)} r
          on r.company_id = ${companyId} and r.id = a.id and r.deleted_at is null
        group by a.tag_id
      ) more
      where t.company_id = ${companyId} and t.id = more.tag_id
    )
    select count(*)::int as found from given`.execute(trx)
  if (rows[0]!.found < given.length) throw invalid('tags', 'The selected tags is invalid.')
  if (noun === 'asset') await endSuggestions(trx, companyId, resources, given)
  await recountTags(trx, companyId, noun, resources)
}

export async function overTagged(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: readonly Uuid[],
  tagIds: readonly Uuid[],
): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select r.id from unnest(${ids}::uuid[]) r(id)
    cross join lateral (
      select count(*) as before, count(*) filter (where g.tag_id = any(${tagIds}::uuid[])) as same
      from ${sql.table(`${noun}_taggings`)} g
      join ${sql.table(`${noun}_tags`)} t on t.company_id = ${companyId} and t.id = g.tag_id and t.deleted_at is null
      where g.company_id = ${companyId} and g.id = r.id
    ) carried
    where same < ${tagIds.length}::int and before - same + ${tagIds.length}::int > ${tagsMax}::int`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Removes tags and their suggestions from resources and updates the counters. Missing taggings are not an
 * error.
 */
export async function detachTags(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: Uuid | readonly Uuid[],
  tagIds: readonly Uuid[],
): Promise<void> {
  const resources = [ids].flat()
  if (resources.length === 0 || tagIds.length === 0) return
  const count = sql.ref(`${noun}s_count`)
  await sql`
    with gone as (
      delete from ${sql.table(`${noun}_taggings`)}
      where company_id = ${companyId} and tag_id = any(${tagIds}::uuid[]) and id = any(${resources}::uuid[])
      returning tag_id, id
    )
    update ${sql.table(`${noun}_tags`)} t set ${count} = ${count} - less.rows from (
      select g.tag_id, count(*) as rows
      from gone g join ${sql.table(`${noun}s`)} r
        on r.company_id = ${companyId} and r.id = g.id and r.deleted_at is null
      group by g.tag_id
    ) less
    where t.company_id = ${companyId} and t.id = less.tag_id`.execute(trx)
  if (noun === 'asset') await endSuggestions(trx, companyId, resources, tagIds)
  await recountTags(trx, companyId, noun, resources)
}

/**
 * Replaces the tags of a resource. The list is complete, so other tags are removed, and the listed tags
 * become manual. Taggings with trashed tags are kept, so that restoring a tag restores them.
 * @param embedded tags that stay unchanged if the resource has them. New tags are manual, because only a file
 * embeds tags.
 * @throws {ApiError} `invalid` on `tags`, as attachTags does.
 */
export async function setTags(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  id: Uuid,
  tags: readonly Uuid[],
  embedded: readonly Uuid[] = [],
): Promise<void> {
  const { rows } = await sql<{ tag_id: Uuid }>`
    select g.tag_id from ${sql.table(`${noun}_taggings`)} g
    join ${sql.table(`${noun}_tags`)} t on t.company_id = ${companyId} and t.id = g.tag_id and t.deleted_at is null
    where g.company_id = ${companyId} and g.id = ${id}`.execute(trx)
  const before = new Set(rows.map(({ tag_id }) => tag_id))
  const kept = new Set([...tags, ...embedded])
  await detachTags(
    trx,
    companyId,
    noun,
    id,
    [...before].filter((tag) => !kept.has(tag)),
  )
  await attachTags(trx, companyId, noun, id, [...tags, ...embedded.filter((tag) => !before.has(tag))])
}
