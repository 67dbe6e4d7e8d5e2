import { type Kysely, sql } from 'kysely'

/**
 * Rights of assets: when they may be used, under which license and terms, and the releases of the people and places they
 * show. `expiry_notice` is the number of days of the last notice about `expires_at`, and `expiry_mailed` that of the last
 * one in an e-mail; another date begins again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table assets
    add column available_from timestamptz(3),
    add column license text,
    add column usage_terms text,
    add column releases jsonb not null default '[]',
    add column expiry_notice integer,
    add column expiry_mailed integer`.execute(db)
  await sql`alter table archives add column include_unavailable boolean not null default false`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    // Rights that ended before this version cause no notices.
    await sql`
      update assets set expiry_notice = 0, expiry_mailed = 0
      where company_id = ${id} and expires_at <= now()`.execute(db)
  }
  await actAs(db, '')
  // A list by these reads its rows by index, those in the trash included.
  for (const column of ['expires_at', 'available_from'])
    await sql`
      create index on assets (company_id, ${sql.ref(column)}, id) where ${sql.ref(column)} is not null`.execute(
      db,
    )
  await sql`
    create index assets_by_expiry_notice on assets (company_id, expiry_notice, expires_at, id)
    where expires_at is not null and deleted_at is null`.execute(db)
}

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)
