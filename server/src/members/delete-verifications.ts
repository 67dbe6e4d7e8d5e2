import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/**
 * Ends whatever was begun for a person and would let somebody in later: links to choose a password, sign-ins that wait
 * for a code, devices that are asked for none. A change of the password does the same, in the database (0023).
 */
export async function deleteVerifications(db: Db, personId: Uuid): Promise<void> {
  await sql`delete from verifications where value = ${personId}`.execute(db)
}
