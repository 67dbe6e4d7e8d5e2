import { sql } from 'kysely'
import type { Filter, SortColumn } from './listing.ts'

/** The row's own column equals the value. */
export const equals = (column: string): Filter => ({
  condition: (value) => sql`r.${sql.ref(column)} = ${value}`,
})

/** What every list can be asked for (R-LIST-8, R-LIST-10). `created_since` is an id: ids carry their time. */
export const commonFilters = {
  ids: { condition: (ids) => sql`r.id = any(cast(${ids} as uuid[]))` },
  created_since: { condition: (id) => sql`r.id >= ${id}` },
  updated_since: { condition: (time) => sql`r.updated_at >= ${time}` },
} satisfies Record<string, Filter>

/** How most lists sort. Names sort as they compare: without case and accents. */
export const commonSorts = {
  created_at: { column: 'id', type: 'uuid' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  name: { column: 'name_key', type: 'text' },
} satisfies Record<string, SortColumn>

/** Rows in the trash are shown only to who asks for them. */
export const live = sql`r.deleted_at is null`
export const trashFilters = {
  with_trashed: { condition: () => sql`true`, liftsAlways: true },
  only_trashed: { condition: () => sql`r.deleted_at is not null`, liftsAlways: true },
} satisfies Record<string, Filter>
