import { sql } from 'kysely'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { disconnect } from '../members/app-connections.ts'
import { appendPersonEvent } from '../members/person-events.ts'
import { forgetSecondFactor } from './remove-second-factor.ts'

/**
 * Setting a password by a link proves that the person reads the mail of the address. If the address was not
 * verified before, another person may have created the account (docs/decisions/portal.md), so all other
 * sign-in methods are removed. Connected apps are disconnected in any case.
 */
export function verifyEmail(db: Db, personId: Uuid, from: Origin | undefined): Promise<void> {
  return inTransaction(db, async (trx) => {
    await appendPersonEvent(trx, personId, 'person.password_changed', from)
    // A person who used the account without permission could have connected an app.
    const actor = { type: 'person', id: personId } as const
    await disconnect(trx, { personId }, { actor, from, reason: 'password_reset' })
    const proven = await trx
      .updateTable('people')
      .set({ email_verified: true })
      .where('id', '=', personId)
      .where('email_verified', '=', false)
      .executeTakeFirst()
    if (proven.numUpdatedRows === 0n) return
    await sql`delete from passkeys where person_id = ${personId}`.execute(trx)
    await forgetSecondFactor(trx, personId)
    await sql`
      delete from sign_in_methods where person_id = ${personId} and provider_id <> 'credential'`.execute(trx)
  })
}
