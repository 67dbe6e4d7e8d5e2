import { setImmediate } from 'node:timers/promises'
import type { Expression } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import { batchedOn } from './batch.ts'
import type { Db } from './database.ts'
import type { Facets, Listing, Page, PageRequest } from './listing.ts'
import { facetsQuery, idsAtOnce, idsQuery, pageQuery, shapeOf, someQuery, totalQuery } from './page-query.ts'
import { placeholder, statementsByShape } from './statement.ts'
import { asCompanyRead, type JsonRow, setReadableAssets } from './tenancy.ts'

/** Queries of a listing, built once per requested shape. */
export type Finder<Row, FilterName extends string> = {
  page(db: Db, companyId: CompanyId, request: PageRequest<FilterName>): Promise<Page<Row>>
  total(db: Db, companyId: CompanyId, filters: PageRequest<FilterName>['filters']): Promise<number>
  /** Oldest first. */
  ids(
    db: Db,
    companyId: CompanyId,
    filters: PageRequest<FilterName>['filters'],
    limit: number,
  ): Promise<Uuid[]>
  facets(
    db: Db,
    companyId: CompanyId,
    filters: PageRequest<FilterName>['filters'],
    names: readonly string[],
    /** Values of the placeholders in facets. */
    values?: Record<string, unknown>,
  ): Promise<Facets>
  one(
    db: Db,
    companyId: CompanyId,
    id: Uuid,
    filters?: PageRequest<FilterName>['filters'],
  ): Promise<JsonRow<Row> | undefined>
}

/** The filter that a list applies if the handle is limited to folders. No request can set it. */
export const folderLimitFilter = 'within_folder_limit'

export function finder<Row, FilterName extends string>(
  listing: Listing<Row, FilterName>,
): Finder<Row, FilterName> {
  const pages = statementsByShape<{ rows: JsonRow<Row>[] }>()
  const totals = statementsByShape<{ rows: { total: number }[] }>()
  const idLists = statementsByShape<{ rows: { id: Uuid }[] }>()
  const facetCounts = statementsByShape<{ rows: unknown[] }>()
  const somes = statementsByShape<{ rows: JsonRow<Row>[] }>()

  type Filters = PageRequest<FilterName>['filters']

  const limited = (db: Db, filters: Filters): Filters =>
    db.folderLimit?.read && folderLimitFilter in listing.filters
      ? { ...filters, [folderLimitFilter]: true }
      : filters

  async function page(db: Db, companyId: CompanyId, asked: PageRequest<FilterName>): Promise<Page<Row>> {
    const request = { ...asked, filters: limited(db, asked.filters) }
    const shape = shapeOf(request)
    const run = pages(JSON.stringify(shape), (db) =>
      asCompanyRead(placeholder('company'), pageQuery(db, listing, shape)),
    )
    const offset = request.offset ?? 0
    const [answer] = await run(db, {
      ...request.filters,
      company: companyId,
      from_value: request.from?.value,
      from_id: request.from?.id,
      offset,
      // Reads one row more than the page contains, to know whether more rows follow.
      limit: request.limit + 1,
      reach: offset + request.limit + 1,
    })
    // Lets the connection send its next statement first, because presenting a page takes as long as reading it from
    // PostgreSQL.
    if (!db.isTransaction) await setImmediate()
    const rows = answer!.rows
    const more = rows.length > request.limit
    if (more) rows.pop()
    if (request.from?.backwards) rows.reverse()
    return { rows, more }
  }

  async function total(db: Db, companyId: CompanyId, wanted: Filters) {
    const filters = limited(db, wanted)
    const { filters: asked } = shapeOf({ sort: 'created_at', descending: true, limit: 1, filters })
    const run = totals(asked.join(), () => reading(totalQuery(listing, asked)))
    const [answer] = await run(db, { ...filters, company: companyId })
    return answer!.rows[0]!.total
  }

  async function ids(db: Db, companyId: CompanyId, wanted: Filters, limit: number) {
    const filters = limited(db, wanted)
    const { filters: asked } = shapeOf({ sort: 'created_at', descending: false, limit: 1, filters })
    const run = idLists(asked.join(), () => reading(idsQuery(listing, asked)))
    const [answer] = await run(db, { ...filters, company: companyId, limit })
    return answer!.rows.map(({ id }) => id)
  }

  async function facets(
    db: Db,
    companyId: CompanyId,
    wanted: Filters,
    names: readonly string[],
    values: Record<string, unknown> = {},
  ) {
    const filters = limited(db, wanted)
    const { filters: asked } = shapeOf({ sort: 'created_at', descending: true, limit: 1, filters })
    const run = facetCounts(JSON.stringify([asked, names]), () => reading(facetsQuery(listing, asked, names)))
    const [answer] = await run(db, { ...filters, ...values, company: companyId })
    return answer!.rows[0]! as Facets
  }

  type Wanted = { companyId: CompanyId; id: Uuid; filters: PageRequest<FilterName>['filters'] }

  async function some(db: Db, { companyId, filters }: Omit<Wanted, 'id'>, ids: Uuid[]) {
    const shape = shapeOf({ sort: 'created_at', descending: true, limit: 1, filters })
    const run = somes(shape.filters.join(), (db) =>
      asCompanyRead(placeholder('company'), someQuery(db, listing, shape)),
    )
    const values: Record<string, unknown> = { ...filters, company: companyId }
    for (let place = 0; place < idsAtOnce; place++) values[`id_${place}`] = ids[place] ?? ids[0]
    const [answer] = await run(db, values)
    return answer!.rows
  }

  /** Reads of single rows in a company share a statement. Companies do not wait for each other. */
  const shared = batchedOn(async (db, wanted: readonly Wanted[]) => {
    const groupOf = ({ companyId, filters }: Wanted) => JSON.stringify([companyId, filters])
    const groups = Map.groupBy(wanted, groupOf)
    const found = new Map([...groups].map(([group, ones]) => [group, rowsOf(db, ones)]))
    return wanted.map((one) => found.get(groupOf(one))!.then((rows) => rows.get(one.id)))
  })

  async function rowsOf(db: Db, wanted: Wanted[]) {
    const rows = new Map<Uuid, JsonRow<Row>>()
    const ids = [...new Set(wanted.map(({ id }) => id))]
    while (ids.length > 0)
      for (const row of await some(db, wanted[0]!, ids.splice(0, idsAtOnce))) rows.set(idOf(row), row)
    return rows
  }

  const one = async (db: Db, companyId: CompanyId, id: Uuid, filters: Wanted['filters'] = {}) =>
    shared(db, { companyId, id, filters })

  return { page, total, ids, facets, one }
}

/** A read of many rows. */
const reading = <Row>(query: Expression<Row>) =>
  asCompanyRead(placeholder('company'), query, setReadableAssets)

const idOf = (row: unknown) => (row as { id: Uuid }).id
