import { type Kysely, sql } from 'kysely'

/**
 * Apps that identify themselves by the URL of a metadata document. The row is a copy of the document, which is read again
 * after `document_until`.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table apps
      add column document_url text collate "C" unique,
      add column document_until timestamptz(3)
  `.execute(db)
}
