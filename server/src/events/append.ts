import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { addEvents, withCompanyLock } from './commit.ts'

/** A client, a person, a visitor of a share, the operator's command line, or a job of the server. */
export type Actor = { type: 'client' | 'person' | 'share' | 'operator' | 'system'; id?: Uuid }

export type Author = { companyId: CompanyId; actor: Actor; requestId?: string }

export type NewEvent = {
  type: string
  resourceType: string
  resourceId: Uuid
  data?: Record<string, unknown>
}

type Work<T> = (trx: Trx) => Promise<{ result: T; events: NewEvent[] }>
type Read<T, A> = (trx: Trx, result: T) => Promise<A>

/**
 * The only way to change a company's resources. The work and its events are committed together or not at all.
 * The company's row is locked throughout, so `seq` has no gaps and follows commit order, checks of counters
 * and names cannot race, and changes cannot deadlock.
 * @param read returns the response, before the commit. Defaults to `result`.
 */
export function change<T>(db: Db, author: Author, work: Work<T>): Promise<T>
export function change<T, A>(db: Db, author: Author, work: Work<T>, read: Read<T, A> | undefined): Promise<A>
export function change<T>(db: Db, author: Author, work: Work<T>, read?: Read<T, unknown>): Promise<unknown> {
  const { companyId, actor, requestId = null } = author
  const noted = async (trx: Trx) => {
    const { result, events } = await work(trx)
    const at = new Date()
    const entries = events.map(({ type, resourceType, resourceId, data = {} }) => ({
      type,
      resource_type: resourceType,
      resource_id: resourceId,
      actor,
      request_id: requestId,
      at,
      data,
    }))
    await addEvents(trx, companyId, entries)
    return result
  }
  return withCompanyLock<T, unknown>(db, companyId, noted, read)
}
