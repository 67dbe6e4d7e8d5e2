import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'

export type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['executeTakeFirstOrThrow']>>

function linkRows(db: Db) {
  return db
    .selectFrom('render_links as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.template_id',
      'r.template_version',
      'r.open',
      'r.formats',
      'r.width_max',
      'r.request',
      'r.max_renders',
      'r.renders_count',
      'r.expires_at',
      'r.revoked_at',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
}

export const renderLinks = finder({
  table: 'render_links',
  rows: linkRows as (db: Db) => RowsQuery<LinkRow>,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: { ...commonFilters, template_id: equals('template_id') },
})
