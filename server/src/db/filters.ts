import { type RawBuilder, sql } from 'kysely'
import type { Filter, SortColumn } from './listing.ts'

export const equals = (column: string): Filter => ({
  condition: (value) => sql`r.${sql.ref(column)} = ${value}`,
})

/**
 * The row's own column equals any of the values. An index that orders IDs by the column is read key by key.
 */
export const equalsAny = (
  column: string,
  type: 'text' | 'uuid' = 'text',
  { isIndexed = false }: { isIndexed?: boolean } = {},
): Filter => {
  const list = (values: RawBuilder<unknown>) => sql`cast(${values} as ${sql.raw(`${type}[]`)})`
  return {
    condition: (values) => sql`r.${sql.ref(column)} = any(${list(values)})`,
    ...(isIndexed && {
      ranges: (values) => ({ keys: sql`select key from unnest(${list(values)}) key`, column }),
    }),
  }
}

/**
 * `name` for one value and `name_any` for several (contract R-LIST-18). They are separate statements, because
 * PostgreSQL estimates the number of rows for a single value better.
 */
export const matching = <Name extends string>(
  name: Name,
  column: string = name,
  ...kind: [type?: 'text' | 'uuid', options?: { isIndexed?: boolean }]
) =>
  ({ [name]: equals(column), [`${name}_any`]: equalsAny(column, ...kind) }) as Record<
    Name | `${Name}_any`,
    Filter
  >

export const askMatching = <Name extends string>(name: Name, values: readonly unknown[] | undefined) =>
  (values?.length === 1 ? { [name]: values[0] } : { [`${name}_any`]: values }) as Partial<
    Record<Name | `${Name}_any`, unknown>
  >

/** Filters of every list (R-LIST-8, R-LIST-10). `created_since` is an ID, because IDs contain the time. */
export const commonFilters = {
  ids: { condition: (ids) => sql`r.id = any(cast(${ids} as uuid[]))` },
  created_since: { condition: (id) => sql`r.id >= ${id}` },
  updated_since: { condition: (time) => sql`r.updated_at >= ${time}` },
} satisfies Record<string, Filter>

/** `earliestId` in SQL. No ID is older than 1970. */
const earliest = (at: RawBuilder<unknown>) => sql`(
  lpad(to_hex(greatest(0, extract(epoch from cast(${at} as timestamptz)) * 1000)::bigint), 12, '0') || repeat('0', 20)
)::uuid`

/** Filters of lists whose rows never change: the time of an update is the time in the ID, which orders the index. */
export const filtersOfConstants = {
  ...commonFilters,
  updated_since: { condition: (time) => sql`r.id >= ${earliest(time)}` },
} satisfies Record<string, Filter>

/** Sorts of most lists. Names are sorted without case and accents first, and then by this key. */
export const commonSorts = {
  created_at: { column: 'id', type: 'uuid' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
  name: { column: 'name_key', type: 'text' },
} satisfies Record<string, SortColumn>

/** Excludes trashed rows, which are shown only on request. */
export const live = sql`r.deleted_at is null`
export const trashFilters = {
  with_trashed: { condition: () => sql`true`, liftsAlways: true },
  only_trashed: { condition: () => sql`r.deleted_at is not null`, liftsAlways: true },
} satisfies Record<string, Filter>
