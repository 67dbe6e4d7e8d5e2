import { sql } from 'kysely'
import { isAvailable } from '../assets/availability.ts'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { Filter, RowsQuery } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'
import { assetWord } from './search-terms.ts'

export type RenderRow = Awaited<ReturnType<ReturnType<typeof renderRows>['executeTakeFirstOrThrow']>>

function renderRows(db: Db) {
  return db
    .selectFrom('renders as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.template_id',
      'r.template_version',
      'r.key',
      'r.engine',
      'r.status',
      'r.failure',
      'r.format',
      'r.width',
      'r.height',
      'r.page_count',
      'r.size',
      'r.checksum',
      'r.file_key',
      'r.thumbnail_key',
      'r.expires_at',
      'r.asset_id',
      'r.batch_id',
      'r.batch_row',
      'r.request',
      'r.findings',
      'r.cached',
      'r.external_id',
      'r.metadata',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
      'r.completed_at',
    ])
}

/** Finds renders by a search term for a used resource or a finding (search-terms.ts). */
const hasWord: Filter = {
  condition: (word) => sql`exists (
    select from render_words w
    where w.company_id = ${tenant} and w.id = r.id and w.word = ${word} offset 0
  )`,
  ranges: (word) => ({
    keys: sql`select cast(${word} as text) as key`,
    table: 'render_words',
    column: 'word',
  }),
}

/** Renders whose assets can all be used now. */
const showsAvailable: Filter = {
  condition: () => sql`not exists (
    select from render_words w join assets a on a.company_id = ${tenant}
      and a.id = (case when starts_with(w.word, ${sql.lit(assetWord(''))})
        then cast(substr(w.word, ${sql.lit(assetWord('').length + 1)}) as uuid) end)
    where w.company_id = ${tenant} and w.id = r.id and not ${isAvailable('a')} offset 0
  )`,
}

export const renders = finder({
  table: 'renders',
  rows: renderRows as (db: Db) => RowsQuery<RenderRow>,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: {
    ...commonFilters,
    asset: hasWord,
    brand_kit: hasWord,
    finding: hasWord,
    template_id: equals('template_id'),
    batch_id: equals('batch_id'),
    status: equals('status'),
    format: equals('format'),
    external_id: equals('external_id'),
    shows_available: showsAvailable,
  },
})
