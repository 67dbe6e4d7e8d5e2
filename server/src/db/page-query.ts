import { type RawBuilder, sql } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Db } from './database.ts'
import type { Facets, KeyedStream, Listing, PageRequest, Ranges, RowsQuery, Stream } from './listing.ts'
import { placeholder } from './statement.ts'
import { tenant } from './tenancy.ts'

/**
 * The SQL of a page. Rows are read by one of three plans, so that the cost depends on the page and not on the
 * size of the company:
 * - **walked**: in the list's order, checking each row, until the page is full;
 * - **merged**: a filter with `ranges`, sorted by ID: the newest rows of each key, merged, if there are few
 *   keys;
 * - **collected**: a filter with `ranges`: its rows are collected and sorted, if there are few. The statement
 *   itself chooses between this plan and the first.
 */

/** The properties that distinguish statements. Everything else is a parameter of the call. */
export type Shape = {
  sort: string
  descending: boolean
  filters: string[]
  from: 'start' | 'past' | 'at'
  offset: boolean
  window: number
}

/**
 * With the limit as a parameter, PostgreSQL would plan again for every call, because it cannot distinguish 20 rows from
 * all rows. Statements therefore use one of two literal limits: the default page size or the maximum page size, plus
 * one row.
 */
const windows = [21, 101] as const

/** Maximum number of rows that are collected and sorted. Above this number, walking is cheaper. */
export const collectedMax = 1_000

export function shapeOf({ sort, descending, limit, filters, from, offset }: PageRequest): Shape {
  return {
    sort,
    // Reading a list backwards is reading the list from the other end.
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
 * The number of IDs in one statement; if there are fewer, one ID is repeated. With an array as the parameter,
 * PostgreSQL would plan again for every call, because it cannot know the length. Planning took four times as
 * long as finding a row.
 */
export const idsAtOnce = 8

// biome-ignore lint/suspicious/noExplicitAny: the database checks fragments in tests that run every filter.
type AnyListing = Listing<any>

export function pageQuery<Row>(db: Db, listing: Listing<Row>, shape: Shape): RawBuilder<Row> {
  const driver = drivingFilter(listing, shape)
  const wanted =
    driver === undefined && !shape.offset
      ? walk(listing, shape)
      : // An array, because PostgreSQL compares joins by total cost, and the cost of finding the IDs can be negligible in it.
        sql`r.company_id = ${tenant} and r.id = any(array(${pageOfIds(listing, shape, driver)}))`
  let rows: RowsQuery<Row> = listing.rows(db).where(sql<boolean>`${wanted}`)
  if (!isById(listing, shape))
    rows = rows.select(sortValue(listing, shape).as('sort_value')) as RowsQuery<Row>
  const ordered = rows.orderBy(sql`${order(listing, shape)}`).limit(sql.lit(shape.window))
  const page = sql<Row>`select * from (${ordered}) page limit ${placeholder('limit')}`
  return listing.attached ? withAttached(listing, shape, page) : page
}

/** Joins the attached lists to the rows of the page. A join loses the order, so the page is sorted again. */
function withAttached<Row>(listing: Listing<Row>, shape: Shape, page: RawBuilder<Row>) {
  const lists = Object.entries(listing.attached!)
  const columns = lists.map(([name]) => sql`coalesce(${sql.ref(`${name}.list`)}, '[]') as ${sql.ref(name)}`)
  const joins = lists.map(
    ([name, select]) =>
      sql`left join (${select(sql`select id from page`)}) ${sql.ref(name)} on ${sql.ref(name)}.id = page.id`,
  )
  const direction = sql.raw(shape.descending ? 'desc' : 'asc')
  const first = isById(listing, shape) ? sql`` : sql`page.sort_value ${direction},`
  return sql<Row>`
    with page as materialized (${page})
    select page.*, ${sql.join(columns)} from page ${sql.join(joins, sql` `)}
    order by ${first} page.id ${idDirection(shape)}`
}

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
  const [only, ...others] = asked.map((name) => listing.filters[name]!)
  if (only?.count && others.length === 0) return sql<{ total: number }>`select (${only.count}) as total`
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

/** Maximum number of rows whose facets are counted, because counting more would cost a multiple of a page. */
const facetRowsMax = 10_000

/**
 * Counts of the matching rows. Reads at most this number, however many rows and keys there are. `offset 0`
 * prevents PostgreSQL from reading all of the company's rows instead.
 */
export function facetsQuery(listing: AnyListing, filters: string[], facets: readonly string[]) {
  const driver = drivingFilter(listing, { filters })
  const ids =
    driver === undefined
      ? sql`select r.id from ${sql.table(listing.table)} r
          where r.company_id = ${tenant} and ${conditions(listing, filters)} order by r.id desc`
      : idsInRanges(listing, filters, driver)
  // A row can occur under several keys.
  const idsMax = (driver === undefined ? 1 : 2) * (facetRowsMax + 1)
  const columns = new Set(['id', ...facets.flatMap((name) => listing.facets![name]!.columns)])
  const needed = sql.join([...columns].map((column) => sql`r.${sql.ref(column)}`))
  const counts = facets.map(
    (name) => sql`${sql.lit(name)}, (
      select coalesce(json_agg(f), '[]') from (${listing.facets![name]!.counts(sql`matched`)}) f
    )`,
  )
  return sql<Facets>`
    with found as materialized (${ids} limit ${sql.lit(idsMax)}),
    matched as materialized (
      select r.* from (select distinct id from found order by id desc limit ${sql.lit(facetRowsMax)}) one cross join lateral (
        select ${needed} from ${sql.table(listing.table)} r
        where r.company_id = ${tenant} and r.id = one.id offset 0
      ) r
    )
    select (select count(*) from matched) as counted,
      (select count(*) = ${sql.lit(idsMax)} or count(distinct id) > ${sql.lit(facetRowsMax)} from found) as is_capped,
      json_build_object(${sql.join(counts)}) as counts`
}

/** All matching IDs under the keys of the driving filter, unordered. */
function idsInRanges(listing: AnyListing, filters: string[], driver: string) {
  const { also = [], ...first } = listing.filters[driver]!.ranges!(placeholder(driver))
  const others = conditions(
    listing,
    filters.filter((name) => name !== driver),
  )
  const streams = [first, ...also].map((stream: Stream) => {
    if (!isKeyed(stream))
      return sql`
        select m.id from (${stream.all}) k cross join lateral (
          select r.id from ${sql.table(listing.table)} r
          where r.company_id = ${tenant} and r.id = k.id and ${others} offset 0
        ) m`
    const { alias, rows } = rowsOf(listing, stream)
    const { keys, column, rest = sql`true` } = stream
    return sql`
      select m.id from (${keys}) k cross join lateral (
        select ${alias}.id from ${rows}
        where ${alias}.company_id = ${tenant} and ${alias}.${sql.ref(column)} = k.key and ${rest} and ${others} offset 0
      ) m`
  })
  return sql.join(streams, sql` union all `)
}

/**
 * If several filters have ranges, uses the first filter that the listing names, which is the most selective.
 */
const drivingFilter = (listing: AnyListing, { filters }: Pick<Shape, 'filters'>) =>
  Object.keys(listing.filters).find((name) => filters.includes(name) && listing.filters[name]!.ranges)

/** Selects only the IDs of the page. Columns are read only for these rows, however many rows were skipped. */
function pageOfIds(listing: AnyListing, shape: Shape, driver: string | undefined) {
  const ids =
    driver === undefined
      ? walkedIds(listing, shape, inListOrder(listing, shape))
      : shape.sort === relevance
        ? rankedIds(listing, shape, driver)
        : (firstIds(listing, shape, driver) ?? rangedIds(listing, shape, driver, inListOrder(listing, shape)))
  if (!shape.offset) return ids
  return sql`
    select i.id from (${ids}) i join ${sql.table(listing.table)} r on r.company_id = ${tenant} and r.id = i.id
    order by ${order(listing, shape)} limit ${placeholder('limit')} offset ${placeholder('offset')}`
}

/** The IDs of a page by ID, if the driving filter is the only one and reads them itself. */
function firstIds(listing: AnyListing, shape: Shape, driver: string) {
  const { first } = listing.filters[driver]!
  if (!first || shape.filters.length > 1 || !isById(listing, shape)) return undefined
  const end = sql`cast(${sql.lit(shape.descending ? lastId : firstId)} as uuid)`
  return first({
    bound: shape.from === 'start' ? end : sql`cast(${placeholder('from_id')} as uuid)`,
    isInclusive: shape.from !== 'past',
    isDescending: shape.descending,
    rowsMax: reach(shape),
  })
}

/** The order of the IDs of some ranges, and the IDs that have not been read yet. */
type Reading = {
  ranges?: Ranges
  /** Whether rows are ordered by ID, as the ranges are. */
  isById: boolean
  name: string
  gate: RawBuilder<unknown>
  /** Whether a row comes after the position of the cursor. */
  isNext(id: RawBuilder<unknown>): RawBuilder<unknown>
  walk: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const inListOrder = (listing: AnyListing, shape: Shape): Reading => ({
  isById: isById(listing, shape),
  name: '',
  gate: sql`true`,
  isNext: (id) => (shape.from === 'start' ? sql`true` : sql`${id} ${past(shape)} ${placeholder('from_id')}`),
  walk: walk(listing, shape),
  order: order(listing, shape),
})

/**
 * The most relevant IDs: the IDs of the first rank, newest first, then the IDs of the next rank. A rank is
 * read only if the ranks before it do not fill the page.
 */
function rankedIds(listing: AnyListing, shape: Shape, driver: string) {
  const { rank, ranges } = ranksOf(listing, driver)
  const names = ranges.map((_, number) => sql.ref(`rank_${number}`))
  const reads = ranges.map((own, number): [name: RawBuilder<unknown>, ids: RawBuilder<unknown>] => {
    const before = shape.descending ? names.slice(number + 1) : names.slice(0, number)
    const found = before.map((name) => sql`(select count(*) from ${name})`)
    const isNext = (id: RawBuilder<unknown>) => sql`${id} ${pastId(shape)} ${boundOf(shape, number)}`
    const reading: Reading = {
      ranges: own,
      isById: true,
      name: `${number}_`,
      gate: found.length === 0 ? sql`true` : sql`${sql.join(found, sql` + `)} < ${reach(shape)}`,
      isNext,
      walk: sql`r.company_id = ${tenant} and ${conditions(listing, shape.filters)} and ${rank} = ${sql.lit(number)} and ${isNext(sql`r.id`)}`,
      order: sql`r.id ${idDirection(shape)}`,
    }
    return [names[number]!, rangedIds(listing, shape, driver, reading)]
  })
  const inOrder = shape.descending ? reads.toReversed() : reads
  const all = inOrder.map(([name]) => sql`select id from ${name}`)
  return sql`
    with ${sql.join(inOrder.map(([name, ids]) => sql`${name} as materialized (${ids})`))}
    ${sql.join(all, sql` union all `)}`
}

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Where to continue in a rank: at the ID of the position in its own rank, and at the start or end of the other ranks.
 */
function boundOf(shape: Shape, rank: number) {
  const [start, end] = shape.descending ? [firstId, lastId] : [lastId, firstId]
  if (shape.from === 'start') return sql`cast(${sql.lit(start)} as uuid)`
  const value = sql`cast(${placeholder('from_value')} as integer)`
  const isAfter = sql`${sql.lit(rank)} ${sql.raw(shape.descending ? '<' : '>')} ${value}`
  return sql`(case when ${sql.lit(rank)} = ${value} then cast(${placeholder('from_id')} as uuid)
    when ${isAfter} then cast(${sql.lit(start)} as uuid) else cast(${sql.lit(end)} as uuid) end)`
}

function rangedIds(listing: AnyListing, shape: Shape, driver: string, reading: Reading) {
  const { gate } = reading
  const streams = streamsOf(listing, driver, reading)
  const keyed = streams.filter(isKeyed)
  const isMerged = reading.isById && keyed.length === streams.length
  const ranges = keyed.map(
    ({ ranges, keys, keysMax }) =>
      sql`${ranges} as materialized (${keys} ${keysMax === undefined ? sql`` : sql`limit ${sql.lit(keysMax + 1)}`})`,
  )
  if (isMerged && keyed.every(({ keysMax }) => keysMax === undefined))
    return sql`with ${sql.join(ranges)} ${mergedIds(listing, shape, driver, reading, gate)}`
  // A literal, like the limit: PostgreSQL reads nothing for the plan that is not used.
  const fewKeysIn = ({ ranges, keysMax = Infinity }: NamedStream) => fewIn(ranges, keysMax)
  const fewKeys = isMerged ? all(keyed.map(fewKeysIn)) : sql`false`
  // For more keys than the maximum, only `all` collects the rows.
  const fewRowsIn = (one: NamedStream) =>
    all([fewIn(one.collected, collectedMax), ...(one.all ? [] : [fewKeysIn(one)])])
  const fewRows = all(streams.map(fewRowsIn))
  const collected = streams.map(
    (one) => sql`${one.collected} as materialized (${collectedIds(listing, one)})`,
  )
  const found = sql.join(
    streams.map((one) => sql`select id from ${one.collected}`),
    sql` union all `,
  )
  const merged = isMerged
    ? sql`(${mergedIds(listing, shape, driver, reading, sql`${gate} and ${fewKeys}`)}) union all`
    : sql``
  return sql`
    with ${sql.join([...ranges, ...collected])}
    ${merged} (${walkedIds(listing, shape, reading, sql`${gate} and not (${fewKeys}) and ${fewRows} and r.id in (${found})`)})
    union all (${walkedIds(listing, shape, reading, sql`${gate} and not (${fewKeys}) and not (${fewRows})`)})`
}

function streamsOf(listing: AnyListing, driver: string, { ranges, name }: Reading) {
  const { also = [], ...first } = ranges ?? listing.filters[driver]!.ranges!(placeholder(driver))
  return [first, ...also].map((stream: Stream, number) => ({
    ...stream,
    ranges: sql.ref(`ranges_${name}${number}`),
    collected: sql.ref(`collected_${name}${number}`),
  }))
}

type NamedStream = ReturnType<typeof streamsOf>[number]

const isKeyed = <S extends Stream>(stream: S): stream is S & KeyedStream => stream.keys !== undefined

const all = (conditions: RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` and `)})`

const fewIn = (name: RawBuilder<unknown>, max: number) =>
  max === Infinity ? sql`true` : sql`(select count(*) from ${name}) <= ${sql.lit(max)}`

/** The newest IDs of each key, as many as the page may need, merged and limited to that number. */
function mergedIds(
  listing: AnyListing,
  shape: Shape,
  driver: string,
  reading: Reading,
  gate: RawBuilder<unknown>,
) {
  const direction = idDirection(shape)
  const others = conditions(
    listing,
    shape.filters.filter((name) => name !== driver),
  )
  const newestOf = (stream: NamedStream & KeyedStream) => {
    const { rest = sql`true` } = stream
    const { alias, rows } = rowsOf(listing, stream)
    return sql`
    select m.id from ${stream.ranges} k cross join lateral (
      select ${alias}.id from ${rows}
      where ${alias}.company_id = ${tenant} and ${alias}.${sql.ref(stream.column)} = k.key
        and ${reading.isNext(sql`${alias}.id`)} and ${rest} and ${others}
      order by ${alias}.id ${direction} limit ${reach(shape)}
    ) m where ${gate}`
  }
  const newest = sql.join(streamsOf(listing, driver, reading).filter(isKeyed).map(newestOf), sql` union all `)
  return sql`
    select n.id from (${newest}) n group by n.id order by n.id ${direction} limit ${reach(shape)}`
}

/** All IDs of one stream, unordered, up to one more than the collection limit. */
function collectedIds(listing: AnyListing, stream: NamedStream) {
  const found = isKeyed(stream) ? (stream.all ?? allIds(listing, stream)) : stream.all
  return sql`select id from (${found}) found limit ${sql.lit(collectedMax + 1)}`
}

const allIds = (listing: AnyListing, { ranges, column, table }: NamedStream & KeyedStream) => sql`
  select s.id from ${ranges} k join ${sql.table(table ?? listing.table)} s
    on s.company_id = ${tenant} and s.${sql.ref(column)} = k.key`

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

function walkedIds(listing: AnyListing, shape: Shape, { walk, order }: Reading, gate = sql`true`) {
  return sql`
    select r.id from ${sql.table(listing.table)} r where ${gate} and ${walk}
    order by ${order} limit ${reach(shape)}`
}

function walk(listing: AnyListing, shape: Shape) {
  const asked = sql`r.company_id = ${tenant} and ${conditions(listing, shape.filters)}`
  if (shape.from === 'start' || shape.sort === relevance) return asked
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

/** Sorts the most relevant rows first, and the newest first within a rank. Needs a filter that ranks. */
const relevance = 'relevance'

function ranksOf(listing: AnyListing, driver: string) {
  const { ranks } = listing.filters[driver]!
  if (!ranks) throw new Error(`The filter ${driver} does not rank.`)
  return ranks(placeholder(driver))
}

const isById = (listing: AnyListing, shape: Shape) =>
  shape.sort !== relevance && listing.sorts[shape.sort]!.column === 'id'

const sortValue = (listing: AnyListing, shape: Shape) =>
  shape.sort === relevance
    ? ranksOf(listing, drivingFilter(listing, shape)!).rank
    : sql`r.${sql.ref(listing.sorts[shape.sort]!.column)}`

const idDirection = ({ sort, descending }: Shape) =>
  sql.raw(descending !== (sort === relevance) ? 'desc' : 'asc')

function order(listing: AnyListing, shape: Shape) {
  const byId = sql`r.id ${idDirection(shape)}`
  return isById(listing, shape)
    ? byId
    : sql`${sortValue(listing, shape)} ${sql.raw(shape.descending ? 'desc' : 'asc')}, ${byId}`
}

/**
 * The number of rows that a page reads. A numbered page also reads the rows that it skips, whose number is a
 * parameter of the call.
 */
const reach = (shape: Shape) => (shape.offset ? placeholder<number>('reach') : sql.lit(shape.window))

const past = ({ descending, from }: Shape) => sql.raw(`${descending ? '<' : '>'}${from === 'at' ? '=' : ''}`)

const pastId = ({ descending, from }: Shape) =>
  sql.raw(`${descending ? '>' : '<'}${from === 'past' ? '' : '='}`)
