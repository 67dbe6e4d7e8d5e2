import { type RawBuilder, sql } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import type { Listing, PageRequest, RowsQuery, Stream } from './listing.ts'
import { placeholder } from './statement.ts'
import { tenant } from './tenancy.ts'

/**
 * The SQL of a page. Rows are read by one of three plans, so that the cost depends on the page and not on the
 * size of the company:
 * - **walked**: in the list's order, checking each row, until the page is full;
 * - **merged**: a filter with `ranges`, sorted by ID: the newest rows of each key, merged, if there are few
 *   keys;
 * - **collected**: a filter with `ranges`: its rows are collected and sorted, if there are few. The statement
 *   itself chooses, and walks where there are many of both.
 */

/** What makes one statement differ from another. Everything else is a parameter of the call. */
export type Shape = {
  sort: string
  descending: boolean
  filters: string[]
  from: 'start' | 'past' | 'at'
  offset: boolean
  /** The maximum number of rows that the statement reads, as a literal. */
  window: number
}

/**
 * With the limit as a parameter, PostgreSQL would plan again for every call, since it cannot tell 20 rows
 * from all of them. Statements therefore have one of two literal limits: the default page and the largest
 * page, each plus one row.
 */
const windows = [21, 101] as const

/** With more rows than this, walking is cheaper than collecting and sorting. */
const collectedMax = 1_000

export function shapeOf({ sort, descending, limit, filters, from, offset }: PageRequest): Shape {
  return {
    sort,
    // Backwards is the same list read from the other end.
    descending: descending !== (from?.backwards ?? false),
    filters: Object.keys(filters)
      .filter((name) => (filters as Record<string, unknown>)[name] !== undefined)
      .sort(),
    from: from === undefined ? 'start' : from.inclusive ? 'at' : 'past',
    offset: offset !== undefined,
    window: windows.find((rows) => rows > limit) ?? limit + 1,
  }
}

/**
 * The number of IDs in one statement; with fewer, one is repeated. With an array as the parameter, PostgreSQL
 * would plan again for every call, since it cannot know the length: planning took four times as long as
 * finding a row.
 */
export const idsAtOnce = 8

// biome-ignore lint/suspicious/noExplicitAny: fragments are checked by the database, in tests that run every filter.
type AnyListing = Listing<any>

export function pageQuery<Row>(db: Db, listing: Listing<Row>, shape: Shape): RawBuilder<Row> {
  const { column } = listing.sorts[shape.sort]!
  const driver = drivingFilter(listing, shape)
  const wanted =
    driver === undefined && !shape.offset
      ? walk(listing, shape)
      : sql`r.company_id = ${tenant} and r.id in (${pageOfIds(listing, shape, driver)})`
  let rows: RowsQuery<Row> = listing.rows(db).where(sql<boolean>`${wanted}`)
  if (column !== 'id') rows = rows.select(sortValue(listing, shape).as('sort_value')) as RowsQuery<Row>
  const ordered = rows.orderBy(sql`${order(listing, shape)}`).limit(sql.lit(shape.window))
  const page = sql<Row>`select * from (${ordered}) page limit ${placeholder('limit')}`
  return listing.attached ? withAttached(listing, shape, page) : page
}

/** Joins the attached lists to the rows of the page. A join keeps no order, so the page is sorted again. */
function withAttached<Row>(listing: Listing<Row>, shape: Shape, page: RawBuilder<Row>) {
  const lists = Object.entries(listing.attached!)
  const columns = lists.map(([name]) => sql`coalesce(${sql.ref(`${name}.list`)}, '[]') as ${sql.ref(name)}`)
  const joins = lists.map(
    ([name, select]) =>
      sql`left join (${select(sql`select id from page`)}) ${sql.ref(name)} on ${sql.ref(name)}.id = page.id`,
  )
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const first = listing.sorts[shape.sort]!.column === 'id' ? sql`` : sql`page.sort_value ${direction},`
  return sql<Row>`
    with page as materialized (${page})
    select page.*, ${sql.join(columns)} from page ${sql.join(joins, sql` `)}
    order by ${first} page.id ${direction}`
}

/** Rows by ID, in any order. */
export function someQuery<Row>(db: Db, listing: Listing<Row>, shape: Shape) {
  const ids = Array.from({ length: idsAtOnce }, (_, place) => placeholder(`id_${place}`))
  const rows = listing
    .rows(db)
    .where(
      sql<boolean>`r.company_id = ${tenant} and r.id in (${sql.join(ids)}) and ${conditions(listing, shape.filters)}`,
    )
  return listing.attached ? withAttached(listing, shape, sql`${rows}`) : rows
}

export function totalQuery(listing: AnyListing, asked: string[]) {
  return sql<{ total: number }>`
    select count(*) as total from ${sql.table(listing.table)} r
    where r.company_id = ${tenant} and ${conditions(listing, asked)}`
}

/** The IDs of all matching rows, oldest first, up to a limit. */
export function idsQuery(listing: AnyListing, asked: string[]) {
  return sql<{ id: Uuid }>`
    select r.id from ${sql.table(listing.table)} r
    where r.company_id = ${tenant} and ${conditions(listing, asked)}
    order by r.id limit ${placeholder('limit')}`
}

/** Of several filters with ranges, the one that the listing names first: it is the most selective. */
function drivingFilter(listing: AnyListing, shape: Shape) {
  return Object.keys(listing.filters).find(
    (name) => shape.filters.includes(name) && listing.filters[name]!.ranges,
  )
}

/** Selects only the IDs of the page: columns are read for these alone, however many rows were skipped. */
function pageOfIds(listing: AnyListing, shape: Shape, driver: string | undefined) {
  const ids = driver === undefined ? walkedIds(listing, shape) : rangedIds(listing, shape, driver)
  if (!shape.offset) return ids
  return sql`
    select i.id from (${ids}) i join ${sql.table(listing.table)} r on r.company_id = ${tenant} and r.id = i.id
    order by ${order(listing, shape)} limit ${placeholder('limit')} offset ${placeholder('offset')}`
}

function rangedIds(listing: AnyListing, shape: Shape, driver: string) {
  const streams = streamsOf(listing, driver)
  const merges = listing.sorts[shape.sort]!.column === 'id'
  const ranges = streams.map(
    ({ ranges, keys, keysMax }) =>
      sql`${ranges} as materialized (${keys} ${keysMax === undefined ? sql`` : sql`limit ${sql.lit(keysMax + 1)}`})`,
  )
  if (merges && streams.every(({ keysMax }) => keysMax === undefined))
    return sql`with ${sql.join(ranges)} ${mergedIds(listing, shape, driver, sql`true`)}`
  // Literal, like the limit: PostgreSQL reads nothing for the plan that is not chosen.
  const fewKeys = merges
    ? all(streams.map(({ ranges, keysMax }) => fewIn(ranges, keysMax ?? Infinity)))
    : sql`false`
  const fewRows = all(streams.map(({ collected }) => fewIn(collected, collectedMax)))
  const collected = streams.map(
    (one) => sql`${one.collected} as materialized (${collectedIds(listing, one)})`,
  )
  const found = sql.join(
    streams.map((one) => sql`select id from ${one.collected}`),
    sql` union all `,
  )
  const merged = merges ? sql`(${mergedIds(listing, shape, driver, fewKeys)}) union all` : sql``
  return sql`
    with ${sql.join([...ranges, ...collected])}
    ${merged} (${walkedIds(listing, shape, sql`not (${fewKeys}) and ${fewRows} and r.id in (${found})`)})
    union all (${walkedIds(listing, shape, sql`not (${fewKeys}) and not (${fewRows})`)})`
}

/** The streams of the driving filter, each with the aliases of its keys and rows. */
function streamsOf(listing: AnyListing, driver: string) {
  const { also, ...first } = listing.filters[driver]!.ranges!(placeholder(driver))
  return [first, ...(also ? [also] : [])].map((stream: Stream, number) => ({
    ...stream,
    ranges: sql.ref(`ranges_${number}`),
    collected: sql.ref(`collected_${number}`),
  }))
}

type NamedStream = ReturnType<typeof streamsOf>[number]

const all = (conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` and `)})`

const fewIn = (name: RawBuilder<unknown>, max: number) =>
  max === Infinity ? sql`true` : sql`(select count(*) from ${name}) <= ${sql.lit(max)}`

/** The newest IDs of each key, as many as the page may need, merged and cut to what it needs. */
function mergedIds(listing: AnyListing, shape: Shape, driver: string, gate: RawBuilder<unknown>) {
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const others = conditions(
    listing,
    shape.filters.filter((name) => name !== driver),
  )
  const newestOf = (stream: NamedStream) => {
    const { rest = sql`true` } = stream
    const { alias, rows } = rowsOf(listing, stream)
    const from =
      shape.from === 'start' ? sql`true` : sql`${alias}.id ${past(shape)} ${placeholder('from_id')}`
    return sql`
    select m.id from ${stream.ranges} k cross join lateral (
      select ${alias}.id from ${rows}
      where ${alias}.company_id = ${tenant} and ${alias}.${sql.ref(stream.column)} = k.key and ${from} and ${rest} and ${others}
      order by ${alias}.id ${direction} limit ${reach(shape)}
    ) m where ${gate}`
  }
  const newest = sql.join(streamsOf(listing, driver).map(newestOf), sql` union all `)
  return sql`
    select n.id from (${newest}) n group by n.id order by n.id ${direction} limit ${reach(shape)}`
}

/** All IDs of one stream, unordered, up to one more than the collection limit. */
function collectedIds(listing: AnyListing, { ranges, column, table, all }: NamedStream) {
  const found =
    all ??
    sql`
    select s.id from ${ranges} k join ${sql.table(table ?? listing.table)} s
      on s.company_id = ${tenant} and s.${sql.ref(column)} = k.key`
  return sql`select id from (${found}) found limit ${sql.lit(collectedMax + 1)}`
}

/**
 * The table whose index orders the IDs of a key: the filter's own table `s` joined to the resource, or the
 * resource.
 */
function rowsOf(listing: AnyListing, { table }: Stream) {
  const resource = sql.table(listing.table)
  return table === undefined
    ? { alias: sql.raw('r'), rows: sql`${resource} r` }
    : {
        alias: sql.raw('s'),
        rows: sql`${sql.table(table)} s join ${resource} r on r.company_id = ${tenant} and r.id = s.id`,
      }
}

function walkedIds(listing: AnyListing, shape: Shape, gate = sql`true`) {
  return sql`
    select r.id from ${sql.table(listing.table)} r where ${gate} and ${walk(listing, shape)}
    order by ${order(listing, shape)} limit ${reach(shape)}`
}

/** All conditions on a row, including the cursor position. */
function walk(listing: AnyListing, shape: Shape) {
  const asked = sql`r.company_id = ${tenant} and ${conditions(listing, shape.filters)}`
  if (shape.from === 'start') return asked
  const { column, type } = listing.sorts[shape.sort]!
  if (column === 'id') return sql`${asked} and r.id ${past(shape)} ${placeholder('from_id')}`
  const value = sql`cast(${placeholder('from_value')} as ${sql.raw(type)})`
  return sql`${asked} and (${sortValue(listing, shape)}, r.id) ${past(shape)} (${value}, ${placeholder('from_id')})`
}

function conditions(listing: AnyListing, names: string[]) {
  const asked = names.map((name) => listing.filters[name]!.condition(placeholder(name)))
  const isLifted = names.some((name) => listing.filters[name]!.liftsAlways)
  const all = listing.always && !isLifted ? [listing.always, ...asked] : asked
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

const sortValue = (listing: AnyListing, shape: Shape) => sql`r.${sql.ref(listing.sorts[shape.sort]!.column)}`

function order(listing: AnyListing, shape: Shape) {
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const byId = sql`r.id ${direction}`
  return listing.sorts[shape.sort]!.column === 'id'
    ? byId
    : sql`${sortValue(listing, shape)} ${direction}, ${byId}`
}

/** A numbered page reads past the rows that it skips: their number is a parameter of the call. */
const reach = (shape: Shape) => (shape.offset ? placeholder<number>('reach') : sql.lit(shape.window))

const past = ({ descending, from }: Shape) => sql.raw(`${descending ? '<' : '>'}${from === 'at' ? '=' : ''}`)
