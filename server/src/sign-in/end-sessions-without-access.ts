import { sql } from 'kysely'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { appendPersonEvent } from '../members/person-events.ts'

export function endSessionsWithoutAccess(db: Db, personId: Uuid, from: Origin | undefined): Promise<void> {
  return inTransaction(db, async (trx) => {
    const ended = await sql`delete from sessions where person_id = ${personId}`.execute(trx)
    const sessions = Number(ended.numAffectedRows)
    if (sessions === 0) return
    const data = { actor: { type: 'system' }, sessions, reason: 'groups' }
    await appendPersonEvent(trx, personId, 'person.sessions_ended', from, data)
  })
}
