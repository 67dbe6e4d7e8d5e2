import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import { placeholder, statementsByShape } from './statement.ts'
import { asCompanyRead, type JsonRow, tenant } from './tenancy.ts'

/**
 * A list of one resource: what its rows show, how they sort, what may be asked of them. In every fragment `r`
 * is the resource's row.
 */
export type Listing<Row, FilterName extends string = string> = {
  table: string
  /** Selects every column that leaves from the table as `r`, and `r.id` among them. */
  rows: (db: Db) => RowsQuery<Row>
  sorts: Record<string, SortColumn>
  /** Holds for every row shown, whatever is asked. */
  always?: RawBuilder<unknown>
  /** Those with `ranges` in the order in which they find few rows: words, tags, folders. */
  filters: Record<FilterName, Filter>
}

// biome-ignore lint/suspicious/noExplicitAny: its joins widen the tables, each listing in its own way.
type RowsQuery<Row> = SelectQueryBuilder<any, any, Row>

/** Rows sort by this column and then by id. By `id` alone is by creation: ids carry their time. */
export type SortColumn = { column: string; type: 'uuid' | 'timestamptz' | 'text' | 'integer' }

/** A condition on `r` for a value that each call brings. */
export type Filter = {
  condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Where an index holds the wanted ids in order, under a few keys: see `pageOfRanges`. */
  ranges?: (value: RawBuilder<unknown>) => Ranges
}

export type Ranges = {
  /** A select of the keys, as a column `key`. */
  keys: RawBuilder<unknown>
  /** What the filter asks of a row beyond one of its keys. */
  rest?: RawBuilder<unknown>
  /** The indexed table as `s`, when it is not the resource's own. */
  table?: string
  /** The column of `s` (or `r`) that equals the key. */
  column: string
  /** Where more keys than this match, half the list does: then rows are read in order and checked one by one. */
  keysMax?: number
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

/** Queries of a listing, built once for each shape that callers ask for. */
export type Finder<Row, FilterName extends string> = {
  page(db: Db, companyId: CompanyId, request: PageRequest<FilterName>): Promise<Page<Row>>
  total(db: Db, companyId: CompanyId, filters: PageRequest<FilterName>['filters']): Promise<number>
  one(
    db: Db,
    companyId: CompanyId,
    filters: PageRequest<FilterName>['filters'],
  ): Promise<JsonRow<Row> | undefined>
}

export function finder<Row, FilterName extends string>(
  listing: Listing<Row, FilterName>,
): Finder<Row, FilterName> {
  const shaped = statementsByShape<{ rows: JsonRow<Row>[] }>()
  const shapedTotals = statementsByShape<{ rows: { total: number }[] }>()

  async function page(db: Db, companyId: CompanyId, request: PageRequest<FilterName>): Promise<Page<Row>> {
    const shape = shapeOf(request)
    const run = shaped(JSON.stringify(shape), (db) =>
      asCompanyRead(placeholder('company'), pageQuery(db, listing, shape)),
    )
    const offset = request.offset ?? 0
    const [answer] = await run(db, {
      ...request.filters,
      company: companyId,
      from_value: request.from?.value,
      from_id: request.from?.id,
      offset,
      // One row more than the page holds: its presence is what «more» means.
      limit: request.limit + 1,
      reach: offset + request.limit + 1,
    })
    const rows = answer!.rows
    const more = rows.length > request.limit
    if (more) rows.pop()
    if (request.from?.backwards) rows.reverse()
    return { rows, more }
  }

  async function total(db: Db, companyId: CompanyId, filters: PageRequest<FilterName>['filters']) {
    const asked = namesOf(filters)
    const run = shapedTotals(asked.join(), (db) =>
      asCompanyRead(placeholder('company'), totalQuery(db, listing, asked)),
    )
    const [answer] = await run(db, { ...filters, company: companyId })
    return answer!.rows[0]!.total
  }

  async function one(db: Db, companyId: CompanyId, filters: PageRequest<FilterName>['filters']) {
    const { rows } = await page(db, companyId, { sort: 'created_at', descending: true, limit: 1, filters })
    return rows[0]
  }

  return { page, total, one }
}

type Shape = {
  sort: string
  descending: boolean
  filters: string[]
  from: 'start' | 'past' | 'at'
  offset: boolean
}

function shapeOf({ sort, descending, filters, from, offset }: PageRequest): Shape {
  return {
    sort,
    // Backwards is the same list read from the other end.
    descending: descending !== (from?.backwards ?? false),
    filters: namesOf(filters),
    from: from === undefined ? 'start' : from.inclusive ? 'at' : 'past',
    offset: offset !== undefined,
  }
}

const namesOf = (filters: object) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort()

// biome-ignore lint/suspicious/noExplicitAny: fragments are checked by the database, in tests that run every filter.
type AnyListing = Listing<any>

function pageQuery<Row>(db: Db, listing: Listing<Row>, shape: Shape): RowsQuery<Row> {
  const { column, type } = listing.sorts[shape.sort]!
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const sortsById = column === 'id'
  let query: RowsQuery<Row> = listing.rows(db).where(sql<boolean>`r.company_id = ${tenant}`)
  const ordered = sortsById ? drivingFilter(listing, shape) : undefined
  if (ordered === undefined) {
    query = query.where(sql<boolean>`${conditions(listing, shape.filters)}`)
    if (shape.from !== 'start') query = query.where(sql<boolean>`${fromHere(column, type, shape)}`)
    if (!sortsById) {
      const value = sql`r.${sql.ref(column)}`
      query = query.select(value.as('sort_value')).orderBy(sql`${value} ${direction}`) as RowsQuery<Row>
    }
  } else {
    query = query.where(sql<boolean>`r.id in (${pageOfRanges(listing, shape, ordered)})`)
  }
  query = query.orderBy(sql`r.id ${direction}`).limit(placeholder<number>('limit'))
  return shape.offset ? query.offset(placeholder<number>('offset')) : query
}

/** Of several filters with ranges, the one that the listing names first: it finds the fewest rows. */
const drivingFilter = (listing: AnyListing, shape: Shape) =>
  Object.keys(listing.filters).find((name) => shape.filters.includes(name) && listing.filters[name]!.ranges)

/**
 * The ids of a page, read in order from a few ranges of an index: the newest of each key, merged. It costs the
 * same whatever the number of rows under a key; a plain condition would collect and sort them all, or walk
 * past all that do not match.
 */
function pageOfRanges(listing: AnyListing, shape: Shape, name: string) {
  const { keys, rest = sql`true`, table, column, keysMax } = listing.filters[name]!.ranges!(placeholder(name))
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const others = conditions(
    listing,
    shape.filters.filter((other) => other !== name),
  )
  const stream =
    table === undefined
      ? sql`${sql.table(listing.table)} r`
      : sql`${sql.table(table)} s
    join ${sql.table(listing.table)} r on r.company_id = ${tenant} and r.id = s.id`
  const alias = sql.raw(table === undefined ? 'r' : 's')
  const from = shape.from === 'start' ? sql`` : sql`and ${alias}.id ${past(shape)} ${placeholder('from_id')}`
  const merged = sql`
    select m.id from ranges k cross join lateral (
      select ${alias}.id from ${stream}
      where ${alias}.company_id = ${tenant} and ${alias}.${sql.ref(column)} = k.key ${from} and ${rest} and ${others}
      order by ${alias}.id ${direction} limit ${placeholder('reach')}
    ) m ${few(keysMax)}`
  const page = sql`order by id ${direction} limit ${placeholder('reach')}`
  if (keysMax === undefined) return sql`with ranges as (${keys}) ${merged} group by m.id ${page}`
  const all = conditions(listing, shape.filters)
  return sql`
    with ranges as materialized (${keys} limit ${sql.lit(keysMax + 1)})
    (${merged} group by m.id ${page}) union all (
      select r.id from ${sql.table(listing.table)} r
      where (select count(*) from ranges) > ${sql.lit(keysMax)} and r.company_id = ${tenant}
        ${shape.from === 'start' ? sql`` : sql`and r.id ${past(shape)} ${placeholder('from_id')}`} and ${all}
      ${page}
    )`
}

const few = (keysMax: number | undefined) =>
  keysMax === undefined ? sql`` : sql`where (select count(*) from ranges) <= ${sql.lit(keysMax)}`

function totalQuery(_db: Db, listing: AnyListing, asked: string[]) {
  return sql<{ total: number }>`
    select count(*) as total from ${sql.table(listing.table)} r
    where r.company_id = ${tenant} and ${conditions(listing, asked)}`
}

function conditions(listing: AnyListing, names: string[]) {
  const asked = names.map((name) => listing.filters[name]!.condition(placeholder(name)))
  const all = listing.always && !names.includes('with_trashed') ? [listing.always, ...asked] : asked
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

function fromHere(column: string, type: SortColumn['type'], shape: Shape) {
  if (column === 'id') return sql`r.id ${past(shape)} ${placeholder('from_id')}`
  const value = sql`cast(${placeholder('from_value')} as ${sql.raw(type)})`
  return sql`(r.${sql.ref(column)}, r.id) ${past(shape)} (${value}, ${placeholder('from_id')})`
}

const past = ({ descending, from }: Shape) => sql.raw(`${descending ? '<' : '>'}${from === 'at' ? '=' : ''}`)
