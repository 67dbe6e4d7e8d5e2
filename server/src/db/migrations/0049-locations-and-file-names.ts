import { type Kysely, sql } from 'kysely'

/**
 * Whether files of a company leave without the place where they were made, and the names of uploaded documents of
 * templates, as assets have them. Documents of earlier versions of the server have none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table companies add column removes_location boolean not null default false`.execute(db)
  await sql`alter table templates add column filename text`.execute(db)
  await sql`alter table template_versions add column filename text`.execute(db)
}
