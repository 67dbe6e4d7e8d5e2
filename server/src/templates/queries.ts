import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals, live } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import { searchFilter } from '../db/words.ts'
import { tagFilters } from '../tags/filters.ts'

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>

function templateRows(db: Db) {
  return db
    .selectFrom('templates as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select((eb) => [
      'r.id',
      'r.name',
      'r.description',
      'r.type',
      'r.status',
      'r.width',
      'r.height',
      'r.unit',
      'r.page_count',
      'r.thumbnail_key',
      'r.preview_key',
      'r.variables',
      'r.external_id',
      'r.metadata',
      'r.version',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
      'r.published_at',
      jsonArrayFrom(
        eb
          .selectFrom('template_taggings as g')
          .innerJoin('template_tags as t', (join) =>
            join.onRef('t.company_id', '=', 'g.company_id').onRef('t.id', '=', 'g.tag_id'),
          )
          .select(['t.id', 't.name', 't.slug'])
          .whereRef('g.company_id', '=', 'r.company_id')
          .whereRef('g.id', '=', 'r.id')
          .orderBy('t.name_key'),
      ).as('tags'),
    ])
}

export const templates = finder({
  table: 'templates',
  rows: templateRows,
  sorts: commonSorts,
  always: live,
  filters: {
    ...commonFilters,
    search: searchFilter('template_words'),
    ...tagFilters('template'),
    type: equals('type'),
    status: equals('status'),
    external_id: equals('external_id'),
  },
})
