import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inReading } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SecurityEventType } from './event.ts'
import { beside, inOrder, type SecurityEventRow, securityEventColumns } from './queries.ts'

const eventsPerPage = 1_000

/**
 * An ID is created before its commit, so an older event can appear this much later. No statement takes more than 15
 * seconds, and the clocks of nodes differ by seconds at most.
 */
export const settlingMs = 60_000

export type ExportFilter = {
  company?: CompanyId | undefined
  type?: SecurityEventType | undefined
  /** Inclusive. */
  from?: Uuid | undefined
  /** Exclusive. */
  after?: Uuid | undefined
  /** Exclusive. */
  before: Uuid
}

/**
 * Reads the log page by page, oldest first, so that neither the database nor memory holds all of it.
 */
export async function* securityEventsAfter(
  db: Db,
  { after, ...filter }: ExportFilter,
): AsyncGenerator<SecurityEventRow[]> {
  let last = after
  while (true) {
    const page = await pageAfter(db, { ...filter, after: last })
    if (page.length > 0) yield page
    if (page.length < eventsPerPage) return
    last = page.at(-1)!.id
  }
}

const pageAfter = (db: Db, { company, type, from, after, before }: ExportFilter) =>
  inReading(db, async (trx): Promise<SecurityEventRow[]> => {
    const isWhole = company === undefined
    await sql`select set_config('app.security_log', 'whole', true)`.execute(trx)
    return trx
      .selectFrom('security_events')
      .select(securityEventColumns)
      .$if(company !== undefined, (q) => q.where('company_id', '=', company!))
      .$if(type !== undefined, (q) => q.where('type', '=', type!))
      .$if(from !== undefined, (q) => q.where(beside(isWhole, '>=', from!)))
      .$if(after !== undefined, (q) => q.where(beside(isWhole, '>', after!)))
      .where(beside(isWhole, '<', before))
      .orderBy(inOrder(isWhole, 'asc'))
      .limit(eventsPerPage)
      .execute()
  })
