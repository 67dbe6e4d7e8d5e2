import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import type { JsonRow } from './tenancy.ts'

/** A list of one resource, with its rows, sorts and filters. In every fragment, `r` is the resource's row. */
export type Listing<Row, FilterName extends string = string> = {
  table: string
  /** Selects every published column of the table as `r`, including `r.id`. */
  rows: (db: Db) => RowsQuery<Row>
  /**
   * Lists that are read for a whole page at once. Each function gets the page's IDs and returns a select of
   * `id` and `list`.
   */
  attached?: Record<string, (ids: RawBuilder<unknown>) => RawBuilder<unknown>>
  sorts: Record<string, SortColumn>
  facets?: Record<string, Facet>
  /** A condition on every row, unless a filter removes it. */
  always?: RawBuilder<unknown>
  /** Filters with `ranges` are listed from the most selective to the least: search terms, tags, folders. */
  filters: Record<FilterName, Filter>
}

export type Facet = {
  /**
   * Columns of the resource that the facet needs, in addition to the ID. Only these are read, because rows
   * are wide and are copied.
   */
  columns: string[]
  /** Selects `value`, `name` (or null) and `count` of the rows `m`, most frequent first. */
  counts(rows: RawBuilder<unknown>): RawBuilder<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: the joins of each listing add different tables to the type.
export type RowsQuery<Row> = SelectQueryBuilder<any, any, Row>

/**
 * Rows sort by this column and then by ID. Sorting by `id` alone is sorting by creation: IDs contain the
 * time.
 */
export type SortColumn = { column: string; type: 'uuid' | 'timestamptz' | 'text' | 'integer' }

export type Filter = {
  condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Shows rows that the listing's `always` hides. */
  liftsAlways?: true
  /** The keys of a filter whose IDs are ordered by an index under a few keys (page-query.ts). */
  ranges?: (value: RawBuilder<unknown>) => Ranges
  /** The first live IDs of the filter from a bound, in either direction, if it is the only filter. */
  first?: (from: {
    bound: RawBuilder<unknown>
    isInclusive: boolean
    isDescending: boolean
    rowsMax: RawBuilder<unknown>
  }) => RawBuilder<unknown>
  /** The number of live rows, if it is the only filter. */
  count?: RawBuilder<unknown>
  /** Relevance of a row for `sort=relevance`, if the filter can determine it. */
  ranks?: (value: RawBuilder<unknown>) => Ranks
}

/**
 * `rank` of `r` is the index of its ranges: 0 for the most relevant rows. Every row is in the ranges of its
 * rank.
 */
export type Ranks = { rank: RawBuilder<unknown>; ranges: Ranges[] }

export type Ranges = Stream & {
  /** Further sources of such rows. A row that is in any stream matches. */
  also?: Stream[]
}

export type Stream = KeyedStream | UnkeyedStream

/** IDs that an index finds in any order. */
type UnkeyedStream = { [Name in Exclude<keyof KeyedStream, 'all'>]?: undefined } & {
  all: RawBuilder<unknown>
}

export type KeyedStream = {
  /** A select of the keys, as a column `key`. */
  keys: RawBuilder<unknown>
  /** Additional conditions on a row beyond its key. */
  rest?: RawBuilder<unknown>
  table?: string
  column: string
  /** Maximum number of keys whose streams are merged. */
  keysMax?: number | undefined
  /** Selects all IDs under all keys, where this is simpler than key by key. */
  all?: RawBuilder<unknown>
}

export type PageRequest<FilterName extends string = string> = {
  sort: string
  descending: boolean
  limit: number
  /** Undefined filters are not applied. */
  filters: Partial<Record<FilterName, unknown>>
  /** The row to continue from: its sort value and ID. `inclusive` includes the row itself. */
  from?: { value: unknown; id: Uuid; backwards: boolean; inclusive?: boolean }
  offset?: number
}

export type Page<Row> = {
  rows: (JsonRow<Row> & { sort_value?: unknown })[]
  more: boolean
}

export type FacetCount = {
  value: string | null
  name: string | null
  count: number
  /** Distinguishes the values of a facet that counts several things. */
  part?: string
}

/** Counts by facet. If `is_capped`, only some of the rows were counted. */
export type Facets = { counted: number; is_capped: boolean; counts: Record<string, FacetCount[]> }
