import { type Kysely, sql } from 'kysely'

/** What was true of brand kits while nobody could write them, and how the parts that use an asset are found. */
export async function up(db: Kysely<unknown>) {
  await sql`create unique index on brand_kits (company_id, name_key)`.execute(db)
  await sql`
    create unique index on brand_kit_logos (company_id, brand_kit_id, variant) where is_default
  `.execute(db)
  for (const table of ['brand_kit_logos', 'brand_kit_fonts']) {
    await sql`create index on ${sql.table(table)} (company_id, asset_id, id)`.execute(db)
  }
}
