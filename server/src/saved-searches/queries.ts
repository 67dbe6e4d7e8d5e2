import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, matching } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

export type SavedSearchRow = Awaited<
  ReturnType<ReturnType<typeof savedSearchRows>['executeTakeFirstOrThrow']>
>

function savedSearchRows(db: Db) {
  return db
    .selectFrom('saved_searches as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.name',
      'r.filters',
      'r.sort',
      'r.visibility',
      'r.matched_at',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
    .select(
      sql<Uuid[]>`array(
        select f.person_id from saved_search_followers f
        where f.company_id = ${tenant} and f.saved_search_id = r.id
      )`.as('follower_ids'),
    )
}

export const savedSearches = finder({
  table: 'saved_searches',
  rows: savedSearchRows as (db: Db) => RowsQuery<SavedSearchRow>,
  sorts: commonSorts,
  filters: {
    ...commonFilters,
    ...matching('visibility'),
    visible_to: { condition: (person) => sql`(r.visibility = 'company' or r.created_by = ${person})` },
  },
})
