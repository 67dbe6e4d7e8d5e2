import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/**
 * The tables of the queue's library, as its version 12.35.0 makes them (docs/decisions/jobs.md). It checks at each
 * start that they are of its version. An upgrade that changes them is a migration of its own, of the plan that the
 * library gives for it. No tenant's content is in there: a job names its company and the ids that it works on.
 */
export async function up(db: Kysely<unknown>) {
  // Simple queries may hold many statements, on both engines: they have no parameters.
  await sql.raw(readFileSync(new URL('./0005-queue.sql', import.meta.url), 'utf8')).execute(db)
  // Who waits for a job asks by its id alone.
  await sql`create index job_common_id on pgboss.job_common (id)`.execute(db)
  await sql`grant usage on schema pgboss to atelier_app`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to atelier_app`.execute(db)
  await sql`grant usage on all sequences in schema pgboss to atelier_app`.execute(db)
}
