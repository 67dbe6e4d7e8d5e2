import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, live, matching, trashFilters } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import { searchFilter } from '../db/search-filter.ts'

export type FolderRow = Awaited<ReturnType<ReturnType<typeof folderRows>['executeTakeFirstOrThrow']>>

function folderRows(db: Db) {
  return db
    .selectFrom('folders as r')
    .select([
      'r.id',
      'r.name',
      'r.parent_id',
      'r.path',
      'r.depth',
      'r.assets_count',
      'r.folders_count',
      'r.created_at',
      'r.updated_at',
      'r.deleted_at',
    ])
}

export const folders = finder({
  table: 'folders',
  rows: folderRows,
  sorts: commonSorts,
  always: live,
  filters: {
    ...commonFilters,
    search: searchFilter('folder'),
    ...matching('parent', 'parent_id', 'uuid', { isIndexed: true }),
    parent_or_root: {
      condition: (parents) => sql`(r.parent_id is null or r.parent_id = any(cast(${parents} as uuid[])))`,
    },
    at_root: { condition: () => sql`r.parent_id is null` },
    ...trashFilters,
  },
})
