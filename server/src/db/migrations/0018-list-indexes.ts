import { type Kysely, sql } from 'kysely'

/** What was still read whole and sorted: clients in any order, and tags and folders with those in the trash. */
export async function up(db: Kysely<unknown>) {
  await sql`create index on clients (company_id, id)`.execute(db)
  await sql`create index on clients (company_id, updated_at, id)`.execute(db)
  await sql`create index on clients (company_id, name, id)`.execute(db)
  // Each of the three serves where it did.
  await sql`drop index clients_company_id_idx`.execute(db)
  for (const table of ['folders', 'template_tags', 'asset_tags']) {
    await sql`create index on ${sql.table(table)} (company_id, updated_at, id)`.execute(db)
    await sql`create index on ${sql.table(table)} (company_id, name_key, id)`.execute(db)
  }
}
