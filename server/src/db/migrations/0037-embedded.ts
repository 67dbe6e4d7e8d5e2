import { type Kysely, sql } from 'kysely'

/** What a file says about itself: the pages of a document, and names, rights and facts that are embedded in it. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['assets', 'asset_versions'])
    await sql`
      alter table ${sql.table(table)} add column page_count integer, add column embedded jsonb not null default '{}'
    `.execute(db)
}
