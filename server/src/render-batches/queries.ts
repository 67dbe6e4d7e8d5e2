import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { Filter, RowsQuery } from '../db/listing.ts'

export type BatchRecord = Awaited<ReturnType<ReturnType<typeof batchRows>['executeTakeFirstOrThrow']>>

function batchRows(db: Db) {
  return db
    .selectFrom('render_batches as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.company_id',
      'r.status',
      'r.template_ids',
      'r.name_pattern',
      'r.request',
      'r.rows_total',
      'r.rows_done',
      'r.rows_failed',
      'r.rows_cached',
      'r.rows_with_findings',
      'r.external_id',
      'r.metadata',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
      'r.completed_at',
    ])
}

/** Batches that are visible. A batch is hidden until all its rows are stored. */
export const renderBatches = finder({
  table: 'render_batches',
  rows: batchRows as (db: Db) => RowsQuery<BatchRecord>,
  always: sql`r.status <> 'receiving'`,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: {
    ...commonFilters,
    status: equals('status'),
    external_id: equals('external_id'),
    template_id: { condition: (id) => sql`r.template_ids @> array[cast(${id} as uuid)]` },
  },
})

export type RowRecord = Awaited<ReturnType<ReturnType<typeof rowRows>['executeTakeFirstOrThrow']>>

/** Status of a row. If the batch is canceled, rows that had not started count as canceled without an update. */
export const shownStatus = sql<'queued' | 'rendering' | 'done' | 'failed' | 'cancelled'>`
  case when b.status = 'cancelled' and r.status in ('queued', 'rendering') then 'cancelled' else r.status end`

function rowRows(db: Db) {
  return db
    .selectFrom('render_batch_rows as r')
    .innerJoin('render_batches as b', (join) =>
      join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.batch_id'),
    )
    .leftJoin('renders as d', (join) =>
      join.onRef('d.company_id', '=', 'r.company_id').onRef('d.id', '=', 'r.render_id'),
    )
    .select([
      'r.id',
      'r.batch_id',
      'r.position',
      'r.row',
      'r.template_id',
      'r.name',
      'r.variables',
      shownStatus.as('status'),
      'r.is_checked',
      'r.risk',
      'r.errors',
      'r.findings',
      'r.cached',
      'd.id as render_id',
      'd.file_key',
      'd.thumbnail_key',
      'd.format',
      'd.width',
      'd.height',
      'd.size',
      'r.created_at',
      'r.updated_at',
      'r.completed_at',
    ])
}

const statusIs: Filter = {
  condition: (value) => sql`exists (
    select from render_batches b where b.company_id = r.company_id and b.id = r.batch_id and ${shownStatus} = ${value}
  )`,
}

export const renderBatchRows = finder({
  table: 'render_batch_rows',
  rows: rowRows as (db: Db) => RowsQuery<RowRecord>,
  sorts: {
    row: { column: 'position', type: 'integer' },
    risk: { column: 'risk', type: 'integer' },
    updated_at: commonSorts.updated_at,
  },
  filters: {
    ...commonFilters,
    batch: equals('batch_id'),
    status: statusIs,
    template_id: equals('template_id'),
    finding: {
      condition: (type) =>
        sql`r.findings @> jsonb_build_array(jsonb_build_object('type', cast(${type} as text)))`,
    },
  },
})
