import { type Kysely, sql } from 'kysely'

/**
 * Texts of assets and templates in other languages. A constant default is stored in the catalog only, so no row is
 * rewritten. The words of translations are in the tables of search terms, like all other words.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['assets', 'templates'])
    await sql`
      alter table ${sql.table(table)} add column translations jsonb not null default '{}'`.execute(db)
}
