import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Tags that a program suggests for assets. They are no taggings: no filter, search or count sees them until a
 * person accepts them, which makes them taggings.
 */

/** `confidence` is 0 to 1. */
export type Suggestion = { id: Uuid; confidence: number | null }

/**
 * Suggests every tag for every asset. Of a tag that is suggested already, the confidence is replaced; tags that
 * an asset has are not suggested for it.
 * @throws {ApiError} `invalid` on `tags` when a tag does not exist or is in the trash.
 */
export async function suggestTags(
  trx: Trx,
  companyId: CompanyId,
  ids: Uuid | readonly Uuid[],
  suggestions: readonly Suggestion[],
): Promise<void> {
  const assets = [ids].flat()
  if (assets.length === 0 || suggestions.length === 0) return
  const tagIds = suggestions.map(({ id }) => id)
  const { rows } = await sql<{ found: number }>`
    with given as (
      select t.id as tag_id, asked.confidence
      from unnest(${tagIds}::uuid[], ${suggestions.map(({ confidence }) => confidence)}::real[]) asked(id, confidence)
      join asset_tags t on t.company_id = ${companyId} and t.id = asked.id and t.deleted_at is null
    ), suggested as (
      insert into asset_suggestions (company_id, tag_id, id, confidence)
      select ${companyId}, tag_id, a.id, given.confidence
      from given cross join (select distinct unnest(${assets}::uuid[]) as id) a
      where not exists (
        select from asset_taggings g where g.company_id = ${companyId} and g.tag_id = given.tag_id and g.id = a.id
      )
      on conflict (company_id, id, tag_id) do update set confidence = excluded.confidence
    )
    select count(*)::int as found from given`.execute(trx)
  if (rows[0]!.found < tagIds.length) throw invalid('tags', 'The selected tags is invalid.')
}

/** Replaces the suggestions for an asset. Those of trashed tags are kept, as their taggings are. */
export async function setSuggestions(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  suggestions: readonly Suggestion[],
): Promise<void> {
  await sql`
    delete from asset_suggestions s using asset_tags t
    where s.company_id = ${companyId} and s.id = ${id} and s.tag_id <> all(${suggestions.map(({ id }) => id)}::uuid[])
      and t.company_id = ${companyId} and t.id = s.tag_id and t.deleted_at is null`.execute(trx)
  await suggestTags(trx, companyId, id, suggestions)
}

/** Removes suggestions, accepted or rejected. */
export const endSuggestions = (
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  tagIds: readonly Uuid[],
) =>
  sql`
    delete from asset_suggestions
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and tag_id = any(${tagIds}::uuid[])`.execute(
    trx,
  )

/** Suggestions of merged tags become suggestions of the remaining one, with the highest confidence of each asset. */
export const mergeSuggestions = (trx: Trx, companyId: CompanyId, stays: Uuid, gone: readonly Uuid[]) =>
  sql`
    with moved as (
      delete from asset_suggestions where company_id = ${companyId} and tag_id = any(${gone}::uuid[])
      returning id, confidence
    )
    insert into asset_suggestions (company_id, tag_id, id, confidence)
    select ${companyId}, ${stays}, id, max(confidence) from moved
    where not exists (
      select from asset_taggings g where g.company_id = ${companyId} and g.tag_id = ${stays} and g.id = moved.id
    )
    group by id
    on conflict (company_id, id, tag_id) do update
    set confidence = greatest(asset_suggestions.confidence, excluded.confidence)`.execute(trx)
