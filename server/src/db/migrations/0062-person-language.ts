import { type Kysely, sql } from 'kysely'

/** The language that a person has chosen, for the portal and for e-mails. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table people add column language text check (language in ('en', 'de', 'fr', 'es', 'ja'))
  `.execute(db)
}
