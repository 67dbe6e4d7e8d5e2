import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { addEvents, withCompanyLock } from './commit.ts'

/** Who did it: a client, a person, the operator's command line, or the server itself in a job. */
export type Actor = { type: 'client' | 'person' | 'operator' | 'system'; id?: Uuid }

export type Author = { companyId: CompanyId; actor: Actor; requestId?: string }

export type NewEvent = {
  /** `asset.created`, `folder.updated` … */
  type: string
  resourceType: string
  resourceId: Uuid
  data?: Record<string, unknown>
}

type Work<T> = (trx: Trx) => Promise<{ result: T; events: NewEvent[] }>
type Read<T, A> = (trx: Trx, result: T) => Promise<A>

/**
 * The one way to change a company's resources: the work and its events are committed together or not at all.
 * The company's row is locked from the beginning to the end: `seq` has no gaps and its order is the order of commits,
 * counts and names are checked against what nobody else is changing, and two changes can't deadlock.
 * @param read what is answered, before the commit: `result` where it is not said.
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
