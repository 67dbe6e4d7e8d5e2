import { type Kysely, sql } from 'kysely'

/** What identity providers gave us is not kept any more, and links for a new password only as hashes. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update sign_in_methods set access_token = null, refresh_token = null, id_token = null,
      access_token_expires_at = null, refresh_token_expires_at = null`.execute(db)
  await sql`delete from verifications`.execute(db)
}
