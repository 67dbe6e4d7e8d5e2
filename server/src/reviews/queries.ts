import type { Db } from '../db/database.ts'
import { commonSorts, equals, filtersOfConstants, matching } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewRows>['executeTakeFirstOrThrow']>>

function reviewRows(db: Db) {
  return db
    .selectFrom('reviews as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.asset_id',
      'r.template_id',
      'r.version',
      'r.state',
      'r.state_before',
      'r.note',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
    ])
}

export const reviews = finder({
  table: 'reviews',
  rows: reviewRows as (db: Db) => RowsQuery<ReviewRow>,
  sorts: { created_at: commonSorts.created_at },
  filters: {
    ...filtersOfConstants,
    asset_id: equals('asset_id'),
    template_id: equals('template_id'),
    ...matching('state', 'state', 'text', { isIndexed: true }),
  },
})
