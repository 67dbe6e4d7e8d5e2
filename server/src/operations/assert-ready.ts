import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { within } from '../db/deadline.ts'
import { readyWithinMs } from './ready-within.ts'

export function assertReady(db: Db): Promise<unknown> {
  const asked =
    asking.get(db) ??
    within(sql`select 1`.execute(db), readyWithinMs, new Error('The database does not respond.'))
  asking.set(db, asked)
  const forget = () => void asking.delete(db)
  asked.then(forget, forget)
  return asked
}

/**
 * The running check of each database, so that concurrent requests share one query, because requests of load
 * balancers have no rate limit.
 */
const asking = new WeakMap<Db, Promise<unknown>>()
