import type { CompanyId } from '../ids.ts'
import type { Db } from './database.ts'
import type { Listing, Page, PageRequest } from './listing.ts'
import { pageQuery, shapeOf, totalQuery } from './page-query.ts'
import { placeholder, statementsByShape } from './statement.ts'
import { asCompanyRead, type JsonRow } from './tenancy.ts'

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
  const pages = statementsByShape<{ rows: JsonRow<Row>[] }>()
  const totals = statementsByShape<{ rows: { total: number }[] }>()

  async function page(db: Db, companyId: CompanyId, request: PageRequest<FilterName>): Promise<Page<Row>> {
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
    const { filters: asked } = shapeOf({ sort: 'created_at', descending: true, limit: 1, filters })
    const run = totals(asked.join(), () => asCompanyRead(placeholder('company'), totalQuery(listing, asked)))
    const [answer] = await run(db, { ...filters, company: companyId })
    return answer!.rows[0]!.total
  }

  async function one(db: Db, companyId: CompanyId, filters: PageRequest<FilterName>['filters']) {
    const { rows } = await page(db, companyId, { sort: 'created_at', descending: true, limit: 1, filters })
    return rows[0]
  }

  return { page, total, one }
}
