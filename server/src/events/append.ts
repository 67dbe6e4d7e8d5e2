import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Who did it: a client, a person, or the operator's command line. */
export type Actor = { type: 'client' | 'person' | 'operator'; id?: Uuid }

export type Author = { companyId: CompanyId; actor: Actor; requestId?: string }

export type NewEvent = {
  /** `asset.created`, `folder.updated` … */
  type: string
  resourceType: string
  resourceId: Uuid
  data?: Record<string, unknown>
}

type Work<T> = (trx: Trx) => Promise<{ result: T; events: NewEvent[] }>

/**
 * The one way to change a company's resources: the work and its events are committed together or not at all.
 * The company's row is locked from the beginning to the end: `seq` has no gaps and its order is the order of commits,
 * counts and names are checked against what nobody else is changing, and two changes can't deadlock.
 */
export function change<T>(db: Db, author: Author, work: Work<T>): Promise<T> {
  return asCompany(db, author.companyId, async (trx) => {
    await lockCompany(trx, author.companyId)
    const { result, events } = await work(trx)
    await append(trx, author, events)
    return result
  })
}

async function lockCompany(trx: Trx, companyId: CompanyId) {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** One statement takes at most 65,535 parameters. */
const eventsPerInsertMax = 1_000

async function append(trx: Trx, { companyId, actor, requestId }: Author, events: NewEvent[]) {
  if (events.length === 0) return
  const { version } = await trx
    .updateTable('companies')
    .set((eb) => ({ version: eb('version', '+', events.length) }))
    .where('id', '=', companyId)
    .returning('version')
    .executeTakeFirstOrThrow()
  const at = new Date()
  const rows = events.map((event, index) => ({
    company_id: companyId,
    seq: version - events.length + 1 + index,
    type: event.type,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    actor: JSON.stringify(actor),
    request_id: requestId ?? null,
    at,
    data: JSON.stringify(event.data ?? {}),
  }))
  for (let from = 0; from < rows.length; from += eventsPerInsertMax) {
    await trx
      .insertInto('events')
      .values(rows.slice(from, from + eventsPerInsertMax))
      .execute()
  }
}
