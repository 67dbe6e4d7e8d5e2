import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'
import { deleteVerifications } from '../members/delete-verifications.ts'
import { appendPersonEvent } from '../members/person-events.ts'

/**
 * Removes the second factor of a person who has lost the device and the backup codes. The password alone is
 * then enough. For operators.
 */
export function dropSecondFactor(db: Db, personId: Uuid): Promise<void> {
  return inTransaction(db, async (trx) => {
    await forgetSecondFactor(trx, personId)
    await appendPersonEvent(trx, personId, 'person.second_factor_dropped', undefined, {
      actor: { type: 'operator' },
    })
  })
}

export async function forgetSecondFactor(trx: Trx, personId: Uuid): Promise<void> {
  await deleteVerifications(trx, personId)
  await sql`delete from two_factors where person_id = ${personId}`.execute(trx)
  await trx.updateTable('people').set({ two_factor_enabled: false }).where('id', '=', personId).execute()
}
