import { type Kysely, sql } from 'kysely'

/** Tags go to the trash, and their names and slugs are free meanwhile. Search reads their words through the tags. */
export async function up(db: Kysely<unknown>) {
  for (const noun of ['asset', 'template'] as const) await trashOf(db, `${noun}_tags`)
  await sql`
    alter table template_taggings
    add column source text not null default 'manual' check (source in ('manual', 'auto')),
    add column confidence real check (confidence between 0 and 1)
  `.execute(db)
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    await keepOwnWords(db, id, 'assets', 'asset_words', ['name', 'alt_text', 'description'])
    await keepOwnWords(db, id, 'templates', 'template_words', ['name', 'description'])
  }
  await actAs(db, '')
}

async function trashOf(db: Kysely<unknown>, table: string) {
  const name = sql.table(table)
  await sql`alter table ${name} add column deleted_at timestamptz(3)`.execute(db)
  for (const column of ['name_key', 'slug']) {
    await sql`alter table ${name} drop constraint ${sql.ref(`${table}_company_id_${column}_key`)}`.execute(db)
    await sql`create unique index on ${name} (company_id, ${sql.ref(column)}) where deleted_at is null`.execute(
      db,
    )
  }
  for (const column of ['name_key', 'updated_at']) {
    await sql`drop index ${sql.ref(`${table}_company_id_${column}_id_idx`)}`.execute(db)
    await sql`create index on ${name} (company_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
  }
  await sql`create index on ${name} (company_id, id) where deleted_at is null`.execute(db)
  await sql`create index on ${name} (company_id, deleted_at) where deleted_at is not null`.execute(db)
}

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)

const rowsAtOnce = 500

/** Removes the words that a resource had from its tags alone: its own stay. */
async function keepOwnWords(
  db: Kysely<unknown>,
  company: string,
  table: string,
  words: string,
  texts: string[],
) {
  const columns = sql.join(texts.map((text) => sql.ref(text)))
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; texts: (string | null)[] }>`
      select id, array[${columns}] as texts from ${sql.table(table)}
      where company_id = ${company} and id > ${last} and tags_count > 0
      order by id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const own = rows.flatMap(({ id, texts }) => [...wordsOf(texts)].map((word) => ({ id, word })))
    await sql`
      delete from ${sql.table(words)} w
      where w.company_id = ${company} and w.id = any(${rows.map(({ id }) => id)}::uuid[]) and not exists (
        select from unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ word }) => word)}::text[]) own(id, word)
        where own.id = w.id and own.word = w.word
      )`.execute(db)
  }
}

/** As db/words.ts split texts when this was written. */
function wordsOf(texts: (string | null)[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    const folded = (text ?? '')
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
    for (const word of folded.match(/[\p{Letter}\p{Number}]+/gu) ?? []) words.add(word.slice(0, 40))
  }
  return words
}
