import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { alone, note } from './commit.ts'

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

/**
 * The one way to change a company's resources: the work and its events are committed together or not at all.
 * The company's row is locked from the beginning to the end: `seq` has no gaps and its order is the order of commits,
 * counts and names are checked against what nobody else is changing, and two changes can't deadlock.
 */
export function change<T>(db: Db, author: Author, work: Work<T>): Promise<T> {
  const { companyId, actor, requestId = null } = author
  return alone(db, companyId, async (trx) => {
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
    await note(trx, companyId, entries)
    return result
  })
}
