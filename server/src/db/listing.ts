import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import type { JsonRow } from './tenancy.ts'

/** A list of one resource: its rows, sorts and filters. In every fragment `r` is the resource's row. */
export type Listing<Row, FilterName extends string = string> = {
  table: string
  /** Selects every published column of the table as `r`, including `r.id`. */
  rows: (db: Db) => RowsQuery<Row>
  /** Lists that are read for a whole page at once: given the page's IDs, a select of `id` and `list`. */
  attached?: Record<string, (ids: RawBuilder<unknown>) => RawBuilder<unknown>>
  sorts: Record<string, SortColumn>
  /** A condition on every row, unless a filter lifts it. */
  always?: RawBuilder<unknown>
  /** Filters with `ranges` are listed from the most selective to the least: search terms, tags, folders. */
  filters: Record<FilterName, Filter>
}

// biome-ignore lint/suspicious/noExplicitAny: its joins widen the tables, each listing in its own way.
export type RowsQuery<Row> = SelectQueryBuilder<any, any, Row>

/**
 * Rows sort by this column and then by ID. Sorting by `id` alone is sorting by creation: IDs contain the
 * time.
 */
export type SortColumn = { column: string; type: 'uuid' | 'timestamptz' | 'text' | 'integer' }

/** A condition on `r` with a value from each call. */
export type Filter = {
  condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Shows rows that the listing's `always` hides. */
  liftsAlways?: true
  /** Where an index orders the wanted IDs under a few keys: see page-query.ts. */
  ranges?: (value: RawBuilder<unknown>) => Ranges
}

export type Ranges = Stream & {
  /** A second source of such rows: a row in either stream matches. */
  also?: Stream
}

export type Stream = {
  /** A select of the keys, as a column `key`. */
  keys: RawBuilder<unknown>
  /** Further conditions on a row beyond its key. */
  rest?: RawBuilder<unknown>
  /** The indexed table as `s`, if it is not the resource's own. */
  table?: string
  /** The column of `s` (or `r`) that equals the key. */
  column: string
  /** With more keys the streams are not merged. */
  keysMax?: number
  /** A select of all IDs under all keys, where that is simpler than key by key. */
  all?: RawBuilder<unknown>
}

export type PageRequest<FilterName extends string = string> = {
  sort: string
  descending: boolean
  limit: number
  /** Values by filter name. Undefined filters are not applied. */
  filters: Partial<Record<FilterName, unknown>>
  /** The row to continue from: its sort value and ID. `inclusive` includes the row itself. */
  from?: { value: unknown; id: Uuid; backwards: boolean; inclusive?: boolean }
  offset?: number
}

export type Page<Row> = {
  rows: (JsonRow<Row> & { sort_value?: unknown })[]
  /** Whether more rows follow in the direction of reading. */
  more: boolean
}
