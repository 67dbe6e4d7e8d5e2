import { type Kysely, sql } from 'kysely'

/**
 * `archives.client_id` is who created a zip, so that one client cannot use up those of its company. It is null for
 * people. No foreign key: a zip outlives its client. The index is for the list of failed jobs, which are kept for a
 * month among many others.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table archives add column client_id uuid`.execute(db)
  await sql`
    create index job_common_failed on pgboss.job_common (created_on desc, id) where state = 'failed'`.execute(
    db,
  )
}
