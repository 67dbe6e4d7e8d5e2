import { type Kysely, sql } from 'kysely'

/**
 * The row-level security of a tenant table. It applies to everybody, including the owner, and compares with
 * the company that the transaction has set. If none is set, the setting is empty, `nullif` makes it null, and
 * no row matches. The subselect lets PostgreSQL read the setting once per statement, not once per row.
 */
export async function wallIn(db: Kysely<unknown>, table: string) {
  const name = sql.table(table)
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  await sql`
    create policy company on ${name}
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid))
    with check (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid))
  `.execute(db)
}

/**
 * The search terms of the rows of `table` (docs/decisions/search.md). The first key finds the rows with a
 * word, newest first. The second tells whether a row has a word.
 */
export async function wordsOf(db: Kysely<unknown>, table: string, words: string) {
  await sql`
    create table ${sql.table(words)} (
      company_id uuid not null,
      word text collate "C" not null,
      id uuid not null,
      primary key (company_id, word, id),
      foreign key (company_id, id) references ${sql.table(table)} on delete cascade
    )
  `.execute(db)
  await sql`create index on ${sql.table(words)} (company_id, id, word)`.execute(db)
}

/** Lets the app read and write the table's rows. The app owns nothing. */
export async function grantRows(db: Kysely<unknown>, table: string) {
  await sql`grant select, insert, update, delete on ${sql.table(table)} to atelier_app`.execute(db)
}
