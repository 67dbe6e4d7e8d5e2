import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/**
 * Deletes pending verifications that would allow a later sign-in: password links, sign-ins that wait for a
 * code, and remembered devices. When the password changes, the database does the same (0023).
 */
export async function deleteVerifications(db: Db, personId: Uuid): Promise<void> {
  await sql`delete from verifications where value = ${personId}`.execute(db)
}
