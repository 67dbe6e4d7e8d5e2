import { type Kysely, sql } from 'kysely'

/** A webhook that keeps failing is paused, so that its attempts are bounded however much it has to deliver. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table webhooks add column failures integer not null default 0`.execute(db)
  await sql`alter table webhooks add column paused_until timestamptz(3)`.execute(db)
}
