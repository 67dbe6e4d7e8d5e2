import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import type { JsonRow } from './tenancy.ts'

/**
 * A list of one resource: what its rows show, how they sort, what may be asked of them. In every fragment `r`
 * is the resource's row.
 */
export type Listing<Row, FilterName extends string = string> = {
  table: string
  /** Selects every column that leaves from the table as `r`, and `r.id` among them. */
  rows: (db: Db) => RowsQuery<Row>
  /** Lists that are read for a whole page at once: given the page's ids, a select of `id` and `list`. */
  attached?: Record<string, (ids: RawBuilder<unknown>) => RawBuilder<unknown>>
  sorts: Record<string, SortColumn>
  /** Holds for every row shown, but for filters that lift it. */
  always?: RawBuilder<unknown>
  /** Those with `ranges` in the order in which they find few rows: words, tags, folders. */
  filters: Record<FilterName, Filter>
}

// biome-ignore lint/suspicious/noExplicitAny: its joins widen the tables, each listing in its own way.
export type RowsQuery<Row> = SelectQueryBuilder<any, any, Row>

/** Rows sort by this column and then by id. By `id` alone is by creation: ids carry their time. */
export type SortColumn = { column: string; type: 'uuid' | 'timestamptz' | 'text' | 'integer' }

/** A condition on `r` for a value that each call brings. */
export type Filter = {
  condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Shows rows that the listing's `always` hides. */
  liftsAlways?: true
  /** Where an index holds the wanted ids in order, under a few keys: see page-query.ts. */
  ranges?: (value: RawBuilder<unknown>) => Ranges
}

export type Ranges = Stream & {
  /** Where else such rows are: of the two streams, either is enough. */
  also?: Stream
}

export type Stream = {
  /** A select of the keys, as a column `key`. */
  keys: RawBuilder<unknown>
  /** What the filter asks of a row beyond one of its keys. */
  rest?: RawBuilder<unknown>
  /** The indexed table as `s`, when it is not the resource's own. */
  table?: string
  /** The column of `s` (or `r`) that equals the key. */
  column: string
  /** More keys than this are not merged. */
  keysMax?: number
  /** A select of all ids under all keys, where that is simpler than key by key. */
  all?: RawBuilder<unknown>
}

export type PageRequest<FilterName extends string = string> = {
  sort: string
  descending: boolean
  limit: number
  /** Values by the names of the listing's filters; what is undefined is not asked. */
  filters: Partial<Record<FilterName, unknown>>
  /** The row to go on from: its sort value and its id; `inclusive`: with this row. */
  from?: { value: unknown; id: Uuid; backwards: boolean; inclusive?: boolean }
  offset?: number
}

export type Page<Row> = {
  rows: (JsonRow<Row> & { sort_value?: unknown })[]
  /** Whether more rows follow in the direction of reading. */
  more: boolean
}
