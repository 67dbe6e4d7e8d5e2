import { type RawBuilder, sql } from 'kysely'
import { tenant } from '../db/tenancy.ts'

/** The tags of a page's assets, and the tags that programs suggest for them. */
export const tagsOfAssets = (ids: RawBuilder<unknown>) => sql`
  select g.id, json_agg(json_build_object(
    'id', t.id, 'name', t.name, 'source', g.source, 'confidence', g.confidence
  ) order by g.source = 'auto', t.name_key) as list
  from (
    select tag_id, id, source, confidence from asset_taggings where company_id = ${tenant} and id in (${ids})
    union all
    select tag_id, id, 'auto', confidence from asset_suggestions where company_id = ${tenant} and id in (${ids})
  ) g
  join asset_tags t on t.company_id = ${tenant} and t.id = g.tag_id and t.deleted_at is null
  group by g.id`

/**
 * The tags of a page's resources, as the columns `id` and `list`. The tags are read for the whole page at
 * once, which costs 33 % of the time of a subselect per row. PostgreSQL serializes a row as JSON faster than
 * an object built by name.
 * @param shown the columns of a tag, where `t` is the tag and `g` the tagging.
 */
export const tagsOfPage =
  (noun: 'template' | 'asset', shown: RawBuilder<unknown>) => (ids: RawBuilder<unknown>) =>
    sql`
  select g.id, json_agg(shown order by t.name_key) as list
  from ${sql.table(`${noun}_taggings`)} g
  join ${sql.table(`${noun}_tags`)} t on t.company_id = ${tenant} and t.id = g.tag_id and t.deleted_at is null
  cross join lateral (select ${shown}) shown
  where g.company_id = ${tenant} and g.id in (${ids})
  group by g.id`
