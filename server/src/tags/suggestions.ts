import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Tags that a program suggests for assets. Suggestions are not taggings. Filters, search and counts ignore
 * them until a person accepts them, which makes them taggings.
 */

export const suggestionsMax = 100

/** `confidence` is from 0 to 1. */
export type Suggestion = { id: Uuid; confidence: number | null }

/**
 * Suggests every tag for every asset. If a tag is already suggested, its confidence is replaced. Tags that an
 * asset has are not suggested for it.
 * @throws {ApiError} `invalid` on `tags` if a tag does not exist or is in the trash.
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

export async function overSuggested(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  tagIds: readonly Uuid[],
): Promise<Uuid[]> {
  if (tagIds.length === 0) return []
  const { rows } = await sql<{ id: Uuid }>`
    select r.id from unnest(${ids}::uuid[]) r(id)
    cross join lateral (
      select count(*) as before from asset_suggestions s
      join asset_tags t on t.company_id = ${companyId} and t.id = s.tag_id and t.deleted_at is null
      where s.company_id = ${companyId} and s.id = r.id
    ) suggested
    cross join lateral (
      select count(*) as more from unnest(${tagIds}::uuid[]) given(tag_id)
      where not exists (
        select from asset_suggestions s where s.company_id = ${companyId} and s.id = r.id and s.tag_id = given.tag_id
      ) and not exists (
        select from asset_taggings g where g.company_id = ${companyId} and g.id = r.id and g.tag_id = given.tag_id
      )
    ) added
    where more > 0 and before + more > ${suggestionsMax}::int`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Keeps suggestions of trashed tags, like their taggings. */
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

/**
 * Suggestions of merged tags become suggestions of the remaining tag, with the highest confidence of each
 * asset.
 * @returns the number of moved suggestions, at most `rowsMax`.
 */
export async function mergeSuggestions(
  trx: Trx,
  companyId: CompanyId,
  stays: Uuid,
  gone: readonly Uuid[],
  rowsMax: number,
): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      delete from asset_suggestions s using (
        select tag_id, id from asset_suggestions
        where company_id = ${companyId} and tag_id = any(${gone}::uuid[]) limit ${rowsMax}
      ) chosen
      where s.company_id = ${companyId} and s.tag_id = chosen.tag_id and s.id = chosen.id
      returning s.id, s.confidence
    ), kept as (
      insert into asset_suggestions (company_id, tag_id, id, confidence)
      select ${companyId}, ${stays}, id, max(confidence) from moved
      where not exists (
        select from asset_taggings g where g.company_id = ${companyId} and g.tag_id = ${stays} and g.id = moved.id
      )
      group by id
      on conflict (company_id, id, tag_id) do update
      set confidence = greatest(asset_suggestions.confidence, excluded.confidence)
    )
    select count(*)::int as moved from moved`.execute(trx)
  return rows[0]!.moved
}
