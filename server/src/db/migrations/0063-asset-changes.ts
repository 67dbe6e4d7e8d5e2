import { type Kysely, sql } from 'kysely'

/** Finds the events of one asset, newest first, among all events of a company. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index events_of_assets on events (company_id, resource_id, seq) where resource_type = 'asset'`.execute(
    db,
  )
}
