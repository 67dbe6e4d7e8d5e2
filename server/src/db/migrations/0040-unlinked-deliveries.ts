import { type Kysely, sql } from 'kysely'

/**
 * A webhook can have millions of deliveries. Deleting them together with it would hold up every other write of the
 * company: a job deletes them afterwards.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table webhook_deliveries drop constraint webhook_deliveries_company_id_webhook_id_fkey`.execute(db)
}
