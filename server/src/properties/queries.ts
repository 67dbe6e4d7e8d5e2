import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, live, matching } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'

export type PropertyRow = Awaited<ReturnType<ReturnType<typeof propertyRows>['executeTakeFirstOrThrow']>>

function propertyRows(db: Db) {
  return db
    .selectFrom('properties as r')
    .select([
      'r.id',
      'r.key',
      'r.label',
      'r.type',
      'r.applies_to',
      'r.is_required',
      'r.default_value',
      'r.help',
      'r.position',
      'r.options',
      'r.visibility',
      'r.maps_from',
      'r.created_at',
      'r.updated_at',
    ])
}

export const properties = finder({
  table: 'properties',
  rows: propertyRows as (db: Db) => RowsQuery<PropertyRow>,
  always: live,
  sorts: {
    created_at: commonSorts.created_at,
    updated_at: commonSorts.updated_at,
    position: { column: 'position', type: 'integer' },
  },
  filters: { ...commonFilters, ...matching('applies_to'), ...matching('type') },
})
