import { type Kysely, sql } from 'kysely'

/** Jobs are fetched company by company, and jobs in hand are leased (docs/decisions/jobs.md). */
export async function up(db: Kysely<unknown>) {
  await sql`
    update pgboss.job_common set group_id = data ->> 'companyId'
    where state <= 'active' and group_id is null and data ->> 'companyId' is not null`.execute(db)
  // From one company's first job to the next company's, past all that are between.
  await sql`
    create index job_common_turns on pgboss.job_common (name, coalesce(group_id, ''), start_after, id)
    where state < 'active' and not blocked`.execute(db)
  await sql`
    create index job_common_due on pgboss.job_common (name, start_after)
    where state < 'active' and not blocked`.execute(db)
  // Without the time of the last renewal: an update of that alone writes no index.
  await sql`create index job_common_held on pgboss.job_common (name) where state = 'active'`.execute(db)
}
