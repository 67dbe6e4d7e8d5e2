import { type Kysely, sql } from 'kysely'

/**
 * The walls of a tenant table: row-level security for everybody, its owner too, by the company that the
 * transaction has set. With none set the setting is empty, `nullif` makes it null, and no row matches.
 * The subselect lets PostgreSQL read the setting once a statement, not once a row.
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
 * The words by which rows of `table` are found (docs/decisions/search.md). The first key answers «which rows
 * have this word», newest first; the second «has this row such a word».
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

/** The app reads and writes the table's rows, and owns nothing. */
export async function grantRows(db: Kysely<unknown>, table: string) {
  await sql`grant select, insert, update, delete on ${sql.table(table)} to atelier_app`.execute(db)
}
