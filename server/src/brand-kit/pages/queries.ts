import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { commonFilters, commonSorts, matching } from '../../db/filters.ts'
import { finder } from '../../db/finder.ts'
import type { RowsQuery } from '../../db/listing.ts'

export type BrandPageRow = Awaited<ReturnType<ReturnType<typeof pageRows>['executeTakeFirstOrThrow']>>

function pageRows(db: Db) {
  return db
    .selectFrom('brand_pages as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.brand_kit_id',
      'r.slug',
      'r.title',
      'r.intro',
      'r.is_indexed',
      'r.sections',
      'r.views_count',
      'r.downloads_count',
      'r.published_at',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
    .select(sql<boolean>`r.password_hash is not null`.as('has_password'))
}

export const brandPages = finder({
  table: 'brand_pages',
  rows: pageRows as (db: Db) => RowsQuery<BrandPageRow>,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: { ...commonFilters, ...matching('brand_kit', 'brand_kit_id', 'uuid') },
})
