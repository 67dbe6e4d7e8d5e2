import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'

/** Lists of tagged resources are asked by tags: ids or slugs, any of them or all (contract §4). */
export function tagFilters(noun: 'template' | 'asset') {
  const tags = sql.table(`${noun}_tags`)
  const taggings = sql.table(`${noun}_taggings`)
  const tagged_any: Filter = {
    condition: (names) => sql`exists (
      select from ${taggings} g
      where g.company_id = ${tenant} and g.id = r.id and g.tag_id in (${tagsNamed(names)})
    )`,
    ranges: (names) => ({ keys: tagsNamed(names), table: `${noun}_taggings`, column: 'tag_id' }),
  }
  const hasAll = (names: RawBuilder<unknown>) => sql`not exists (
      select from unnest(${names}) asked(tag) where not exists (
        select from ${taggings} g join ${tags} t on t.company_id = g.company_id and t.id = g.tag_id
        where g.company_id = ${tenant} and g.id = r.id and t.deleted_at is null
          and (t.slug = asked.tag or t.id::text = asked.tag)
      )
    )`
  const tagged_all: Filter = {
    condition: (names) => hasAll(sql`cast(${names} as text[])`),
    // Whatever carries all of them carries the first: its range is read, the others are checked.
    ranges: (names) => ({
      keys: tagsNamed(sql`(cast(${names} as text[]))[1:1]`),
      rest: hasAll(sql`(cast(${names} as text[]))[2:]`),
      table: `${noun}_taggings`,
      column: 'tag_id',
    }),
  }
  const untagged: Filter = { condition: () => sql`r.tags_count = 0` }
  const tagged: Filter = { condition: () => sql`r.tags_count > 0` }
  return { tagged_any, tagged_all, untagged, tagged }

  /** Ids come as UUIDs, which no slug looks like. */
  function tagsNamed(names: RawBuilder<unknown>) {
    const list = sql`cast(${names} as text[])`
    return sql`
      select t.id as key from ${tags} t
      where t.company_id = ${tenant} and t.deleted_at is null and (t.slug = any(${list}) or t.id = any(array(
        select tag::uuid from unnest(${list}) asked(tag) where tag ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      )))`
  }
}
