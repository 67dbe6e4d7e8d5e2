import { type Kysely, sql } from 'kysely'

/** Members are listed by when they joined. Without it all of a company are read and sorted for each page. */
export async function up(db: Kysely<unknown>) {
  await sql`create index on memberships (company_id, created_at, person_id)`.execute(db)
}
