import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'

/** Filters lists of tagged resources by the IDs of tags, any of them or all (contract R-LIST-12). */
export function tagFilters(noun: 'template' | 'asset') {
  const tags = sql.table(`${noun}_tags`)
  const taggings = sql.table(`${noun}_taggings`)
  const list = (ids: RawBuilder<unknown>) => sql`cast(${ids} as uuid[])`
  /** No resource has a tag that is in the trash. */
  const live = (ids: RawBuilder<unknown>) => sql`
    select t.id as key from ${tags} t
    where t.company_id = ${tenant} and t.deleted_at is null and t.id = any(${ids})`
  const tagged_any: Filter = {
    // `offset 0` prevents PostgreSQL from sorting all taggings of the tag for one page.
    condition: (ids) => sql`exists (
      select from ${taggings} g
      where g.company_id = ${tenant} and g.id = r.id and g.tag_id in (${live(list(ids))}) offset 0
    )`,
    ranges: (ids) => ({ keys: live(list(ids)), table: `${noun}_taggings`, column: 'tag_id' }),
  }
  const hasAll = (ids: RawBuilder<unknown>) => sql`not exists (
      select from unnest(${ids}) asked(tag) where not exists (
        select from ${taggings} g join ${tags} t on t.company_id = g.company_id and t.id = g.tag_id
        where g.company_id = ${tenant} and g.id = r.id and g.tag_id = asked.tag and t.deleted_at is null
      )
    )`
  const tagged_all: Filter = {
    condition: (ids) => hasAll(list(ids)),
    // Resources with all tags have the first tag, so its range is read, and the other tags are checked.
    ranges: (ids) => ({
      keys: live(sql`(${list(ids)})[1:1]`),
      rest: hasAll(sql`(${list(ids)})[2:]`),
      table: `${noun}_taggings`,
      column: 'tag_id',
    }),
  }
  return { tagged_any, tagged_all }
}

/**
 * Resources without tags, or only with trashed tags. Trashing a tag updates none of its resources.
 * `tags_count` includes trashed tags and is 0 for most untagged resources. The other resources are found
 * through the trashed tags. List this filter last, because it is not selective.
 */
export function untaggedFilters(noun: 'template' | 'asset') {
  const [resources, tags, taggings] = [`${noun}s`, `${noun}_tags`, `${noun}_taggings`].map((name) =>
    sql.table(name),
  )
  // `offset 0` prevents PostgreSQL from reading the taggings of all resources to check a few.
  const hasLive = (id: RawBuilder<unknown>) => sql`exists (
    select from ${taggings} h join ${tags} t on t.company_id = ${tenant} and t.id = h.tag_id and t.deleted_at is null
    where h.company_id = ${tenant} and h.id = ${id} offset 0
  )`
  const trashed = sql`t.company_id = ${tenant} and t.deleted_at is not null`
  const underTrashed = sql`
    select g.id from ${tags} t join ${taggings} g on g.company_id = ${tenant} and g.tag_id = t.id where ${trashed}`
  const onlyTrashed = sql`(r.id in (${underTrashed}) and not ${hasLive(sql`r.id`)})`
  const none = sql`a.company_id = ${tenant} and a.tags_count = 0`
  const untagged: Filter = {
    condition: () => sql`(r.tags_count = 0 or ${onlyTrashed})`,
    ranges: () => ({
      // With the literal beside the key, PostgreSQL uses the partial index of live untagged rows.
      keys: sql`select 0 as key`,
      column: 'tags_count',
      rest: sql`r.tags_count = 0`,
      all: sql`
        select a.id from ${resources} a where ${none} and a.deleted_at is null
        union all select a.id from ${resources} a where ${none} and a.deleted_at is not null`,
      also: [
        {
          keys: sql`select t.id as key from ${tags} t where ${trashed}`,
          table: `${noun}_taggings`,
          column: 'tag_id',
          rest: sql`not ${hasLive(sql`r.id`)}`,
          all: sql`${underTrashed} and not ${hasLive(sql`g.id`)}`,
        },
      ],
    }),
  }
  const tagged: Filter = { condition: () => sql`(r.tags_count > 0 and not ${onlyTrashed})` }
  return { untagged, tagged }
}
