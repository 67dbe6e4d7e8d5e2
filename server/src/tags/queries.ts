import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, live, trashFilters } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import { searchFilter } from '../db/search-filter.ts'
import { readsAllFolders } from '../db/tenancy.ts'

export type TagRow = Awaited<ReturnType<ReturnType<typeof templateTagRows>['executeTakeFirstOrThrow']>>

const columns = [
  'r.id',
  'r.name',
  'r.slug',
  'r.color',
  'r.created_at',
  'r.updated_at',
  'r.deleted_at',
] as const

const templateTagRows = (db: Db) =>
  db.selectFrom('template_tags as r').select(columns).select('r.templates_count as count')

/** A reader of some folders gets the number of assets in them. The stored number counts all assets. */
const readableAssets = sql<number>`
  case when ${readsAllFolders} then r.assets_count
  else (
    select count(*)::int from asset_taggings g
    where g.company_id = r.company_id and g.tag_id = r.id and g.id in (select readable_assets(true))
  ) end`

const assetTagRows = (db: Db) =>
  db.selectFrom('asset_tags as r').select(columns).select(readableAssets.as('count'))

export const templateTags = finder({
  table: 'template_tags',
  rows: templateTagRows,
  sorts: commonSorts,
  always: live,
  filters: { ...commonFilters, search: searchFilter('template_tag'), ...trashFilters },
})

export const assetTags = finder({
  table: 'asset_tags',
  rows: assetTagRows,
  sorts: commonSorts,
  always: live,
  filters: { ...commonFilters, search: searchFilter('asset_tag'), ...trashFilters },
})
