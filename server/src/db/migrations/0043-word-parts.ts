import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Search finds parts of words and forgives a typo, in more texts, and knows which words are of the name. Names sort
 * by the value of their numbers. `word_parts` has the parts of all words of a company, and triggers keep it complete.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table word_parts (
      company_id uuid not null references companies,
      kind text collate "C" not null,
      part text collate "C" not null,
      word text collate "C" not null,
      primary key (company_id, kind, part, word)
    )`.execute(db)
  await sql`create index on word_parts (company_id, kind, word)`.execute(db)
  await wallIn(db, 'word_parts')
  await grantRows(db, 'word_parts')
  await partsOfWords(db)
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    for (const table of tables) await rewrite(db, id, table)
    for (const { noun } of searched) await fillParts(db, id, noun)
  }
  await actAs(db, '')
  for (const { noun } of searched) await triggers(db, noun)
}

/**
 * The ends of a word, so that an index finds any part of it; the word behind a mark; and each variant without one
 * letter, by which a typo is found (word-parts.ts).
 */
const partsOfWords = (db: Kysely<unknown>) =>
  sql`
    create function parts_of_word(word text) returns setof text language sql immutable strict parallel safe as $$
      select chr(1) || left(word, 20)
      union
      select substr(word, i, 20) from generate_series(1, least(greatest(length(word) - 1, 1), 40)) i
      union
      select chr(2) || i || ':' || overlay(word placing '' from i for 1) from generate_series(1, length(word)) i
      where length(word) between 5 and 18 and word !~ '[0-9.+#]'
    $$`.execute(db)

const fillParts = (db: Kysely<unknown>, company: string, noun: string) =>
  sql`
    insert into word_parts (company_id, kind, part, word)
    select ${company}::uuid, ${sql.lit(noun)}, part, word
    from (select distinct ltrim(word, chr(1)) as word from ${sql.table(`${noun}_words`)} where company_id = ${company}) words
    cross join lateral parts_of_word(word) part`.execute(db)

/** The few new words of a statement are looked up one by one: the planner does not know that they are few. */
async function triggers(db: Kysely<unknown>, noun: string) {
  const words = `${noun}_words`
  const plans = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off'
  await sql
    .raw(`
    create function note_${words}() returns trigger language plpgsql ${plans} as $$ begin
      insert into word_parts (company_id, kind, part, word)
      select n.company_id, '${noun}', part, n.word
      from (select distinct company_id, ltrim(word, chr(1)) as word from added) n
      cross join lateral parts_of_word(n.word) part
      where not exists (
        select from word_parts p
        where p.company_id = n.company_id and p.kind = '${noun}' and p.part = chr(1) || left(n.word, 20)
          and p.word = n.word
      )
      on conflict do nothing;
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(`
    create function forget_${words}() returns trigger language plpgsql ${plans} as $$ begin
      delete from word_parts p
      using (select distinct company_id, ltrim(word, chr(1)) as word from removed) o
      where p.company_id = o.company_id and p.kind = '${noun}' and p.word = o.word
        and not exists (select from ${words} w where w.company_id = o.company_id and w.word = o.word)
        and not exists (select from ${words} w where w.company_id = o.company_id and w.word = chr(1) || o.word);
      return null;
    end $$`)
    .execute(db)
  await sql
    .raw(`
    create trigger note_words after insert on ${words} referencing new table as added
    for each statement execute function note_${words}()`)
    .execute(db)
  await sql
    .raw(`
    create trigger forget_words after delete on ${words} referencing old table as removed
    for each statement execute function forget_${words}()`)
    .execute(db)
}

type Searched = { name: string; key?: string; noun?: string; texts?: readonly string[]; hasTrash?: boolean }

const metadata = `(select string_agg(v #>> '{}', ' ') from jsonb_path_query(metadata, 'strict $.**') v
  where jsonb_typeof(v) in ('string', 'number'))`
const embedded = (...names: string[]) => names.map((name) => `embedded ->> '${name}'`)

const searched = [
  { name: 'folders', noun: 'folder', texts: [] },
  { name: 'asset_tags', noun: 'asset_tag', texts: [], hasTrash: true },
  { name: 'template_tags', noun: 'template_tag', texts: [], hasTrash: true },
  {
    name: 'assets',
    noun: 'asset',
    texts: [
      'filename',
      'extension',
      'external_id',
      ...embedded('keywords', 'title'),
      `embedded -> 'font' ->> 'family'`,
      'alt_text',
      metadata,
      'description',
      ...embedded('creators', 'credit'),
      'copyright',
      ...embedded('camera', 'lens', 'description', 'copyright'),
    ],
  },
  { name: 'templates', noun: 'template', texts: ['external_id', 'description', metadata] },
]

const tables: readonly Searched[] = [
  ...searched,
  { name: 'brand_kits' },
  { name: 'brand_kit_logos' },
  { name: 'brand_kit_colors' },
  { name: 'brand_kit_fonts', key: 'family' },
]

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)

const rowsAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

type Row = { id: string; name: string; name_key: string; texts: (string | null)[]; is_searched: boolean }

async function rewrite(db: Kysely<unknown>, company: string, table: Searched) {
  const { name, key = 'name', noun, texts = [], hasTrash = false } = table
  const of = sql.table(name)
  const columns = sql.raw(texts.length > 0 ? `array[${texts.join(', ')}]` : `array[]::text[]`)
  // Tags in the trash are not searched.
  const isSearched = hasTrash ? sql`deleted_at is null` : sql`true`
  for (let last = firstId; ; ) {
    const { rows } = await sql<Row>`
      select id, ${sql.ref(key)} as name, name_key, ${columns} as texts, ${isSearched} as is_searched from ${of}
      where company_id = ${company} and id > ${last} order by id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const moved = rows.filter((row) => nameKey(row.name) !== row.name_key)
    await sql`
      update ${of} t set name_key = n.key
      from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map((row) => nameKey(row.name))}::text[]) n(id, key)
      where t.company_id = ${company} and t.id = n.id`.execute(db)
    if (noun) await setWords(db, company, sql.table(`${noun}_words`), rows)
  }
}

async function setWords(
  db: Kysely<unknown>,
  company: string,
  table: ReturnType<typeof sql.table>,
  rows: Row[],
) {
  const own = rows
    .filter(({ is_searched }) => is_searched)
    .flatMap(({ id, name, texts }) => searchWords(name, ...texts).map((word) => ({ id, word })))
  await sql`
    delete from ${table} where company_id = ${company} and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into ${table} (company_id, word, id)
    select ${company}::uuid, own.word, own.id
    from unnest(${own.map(({ word }) => word)}::text[], ${own.map(({ id }) => id)}::uuid[]) own(word, id)
    on conflict do nothing`.execute(db)
}

// From here on as names.ts and db/search-terms.ts were when this was written.

const wordsMax = 100
const wordLengthMax = 40
const termLengthMax = wordLengthMax / 2

function fold(text: string): string {
  return text
    .replace(/(\p{Mark}{10})\p{Mark}+/gu, '$1')
    .normalize('NFKD')
    .replace(
      /(\P{Mark}?)(\p{Mark}+)/gu,
      (_, letter: string, marks: string) => letter + keptMarks(letter, marks),
    )
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => plainLetters[letter]!)
    .normalize('NFC')
    .replace(/[\uac00-\ud7a3]+/g, (syllables) => syllables.normalize('NFD'))
}

const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

const withoutMarks = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\P{Letter}]/u
const cyrillic = /\p{Script=Cyrillic}/u
const stress = /[\u0300\u0301]/g
const notWritten = /\p{Default_Ignorable_Code_Point}/gu

function keptMarks(letter: string, marks: string): string {
  if (letter === '' || withoutMarks.test(letter)) return ''
  const written = marks.replace(notWritten, '')
  return cyrillic.test(letter) ? written.replace(stress, '') : written
}

const sortedBytesMax = 700

function nameKey(name: string): string {
  const compared = comparableName(name)
  const sorted = cutBytes(byValue(fold(compared).normalize('NFC')), sortedBytesMax)
  return sorted === compared ? compared : `${sorted}${keySeparator}${compared}`
}

const byValue = (text: string) =>
  text.replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return number.length < 9
      ? `${number.length}${number}`
      : `9${String(number.length).padStart(3, '0')}${number}`
  })

const keySeparator = '\u0001'

function cutBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  const cut = Buffer.from(text).subarray(0, bytesMax).toString()
  return cut.replace(/\ufffd+$/, '')
}

const word =
  /[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*(?:\.(?<=\p{Number}\.)(?=\p{Number})[\p{Letter}\p{Number}\p{Mark}]+)*(?:(?<=\p{Letter})[+#]+)?|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]{2}/gu

const wordsIn = (text: string) => fold(text).match(word) ?? []

function wordsOf(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of wordsIn(text ?? '')) {
      for (const part of overlapping(word)) words.add(part)
      if (words.size >= wordsMax) return [...words].slice(0, wordsMax)
    }
  }
  return [...words]
}

function overlapping(word: string): string[] {
  if (word.length <= wordLengthMax) return [word]
  const characters = [...word]
  const parts: string[] = []
  let start = 0
  do {
    parts.push(characters.slice(start, start + wordLengthMax).join(''))
    start += termLengthMax
  } while (start + termLengthMax < characters.length)
  return parts
}

const nameMark = '\u0001'

function searchWords(name: string, ...texts: (string | null | undefined)[]): string[] {
  const named = wordsOf(name)
  const others = wordsOf(...texts).filter((word) => !named.includes(word))
  return [...named.map((word) => nameMark + word), ...others].slice(0, wordsMax)
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu
const blanks = /[\s\u2800]+/gu

function comparableName(name: string): string {
  const seen = name
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/gu, ' ')
    .replace(invisible, '')
    .replace(blanks, ' ')
    .trim()
    .normalize('NFC')
  return foldCase(seen).normalize('NFC')
}

function foldCase(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

const asciiOnly = /^[\0-\x7f]*$/

function foldCharacter(character: string): string {
  if (character === dotlessI) return character
  if (character === longLigature) return ligature
  const upper = single(character.toUpperCase()) ?? character
  return single(upper.toLowerCase()) ?? character
}

const dotlessI = '\u0131'
const longLigature = '\ufb05'
const ligature = '\ufb06'

function single(text: string): string | undefined {
  const [first, ...more] = text
  return more.length === 0 ? first : undefined
}
