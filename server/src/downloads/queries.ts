import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'

export type ArchiveRow = Awaited<ReturnType<ReturnType<typeof archiveRows>['executeTakeFirstOrThrow']>>

function archiveRows(db: Db) {
  return db
    .selectFrom('archives as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.company_id',
      'r.id',
      'r.name',
      'r.folder_id',
      'r.format',
      'r.include_unavailable',
      'r.files_count',
      'r.size',
      'r.expires_at',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
}

export const archives = finder({
  table: 'archives',
  rows: archiveRows as (db: Db) => RowsQuery<ArchiveRow>,
  always: sql`r.expires_at > now()`,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: commonFilters,
})
