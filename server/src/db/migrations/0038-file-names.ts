import { type Kysely, sql } from 'kysely'

/**
 * The name of each file as it was uploaded, what cleaning removed from an SVG, and what is wrong with a file that is kept
 * nevertheless. Files of earlier versions have no name: they are called as their asset.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['assets', 'asset_versions']) {
    await sql`alter table ${sql.table(table)}
      add column filename text,
      add column removed jsonb not null default '[]',
      add column warnings jsonb not null default '[]'`.execute(db)
  }
  for (const table of ['templates', 'template_versions'])
    await sql`alter table ${sql.table(table)} add column removed jsonb not null default '[]'`.execute(db)
}
