import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { revisedAt } from '../db/drawn.ts'
import { commonFilters, commonSorts, live, matching, trashFilters } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'
import { searchFilter } from '../db/search-filter.ts'
import type { Uuid } from '../ids.ts'
import { propertyFilters } from '../property-values/filters.ts'
import { type PageValues, valuesOfPage } from '../property-values/page-values.ts'
import { reviewOf } from '../reviews/states.ts'
import { tagFilters, untaggedFilters } from '../tags/filters.ts'
import { tagsOfPage } from '../tags/page-tags.ts'

type Columns = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>
export type TemplateRow = Columns & PageValues & { tags: { id: Uuid; name: string; slug: string }[] }

function templateRows(db: Db) {
  return db
    .selectFrom('templates as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.name',
      'r.description',
      'r.type',
      'r.status',
      'r.width',
      'r.height',
      'r.unit',
      'r.page_count',
      'r.removed',
      'r.filename',
      'r.thumbnail_key',
      'r.preview_key',
      'r.variables',
      'r.external_id',
      'r.metadata',
      'r.translations',
      'r.version',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
      'r.published_at',
      'r.deleted_at',
    ])
    .select([revisedAt.as('revised_at'), reviewOf('r').as('review')])
}

export const templates = finder({
  table: 'templates',
  rows: templateRows as (db: Db) => RowsQuery<TemplateRow>,
  attached: { tags: tagsOfPage('template', sql`t.id, t.name, t.slug`), ...valuesOfPage('template') },
  sorts: commonSorts,
  always: live,
  filters: {
    ...commonFilters,
    search: searchFilter('template'),
    ...tagFilters('template'),
    ...propertyFilters('template'),
    ...untaggedFilters('template'),
    ...matching('type'),
    ...matching('status'),
    ...matching('review'),
    ...matching('external_id'),
    ...trashFilters,
  },
})
