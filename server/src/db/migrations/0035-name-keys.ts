import { type Kysely, sql } from 'kysely'

/**
 * Names that differ in a mark or in a compatibility character are no longer one: バス and ハス, Año and Ano. Names that
 * differ only in blanks or in invisible characters are: the newer one gets a number. Search keeps marks that are letters.
 * Names of plain ASCII with single blanks keep their keys and words.
 */
export async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    for (const table of tables) await rekey(db, id, table)
    for (const table of tables) if (table.words) await setWords(db, id, table)
  }
  await actAs(db, '')
}

type Named = {
  name: string
  /** The column of the name. */
  column: string
  /** Live rows with equal values in these columns have different names. */
  uniqueIn?: readonly string[]
  hasTrash: boolean
  /** The table of its words, and the texts that they are of. */
  words?: { table: string; texts: readonly string[] }
}

const named = (name: string, more: Partial<Named> = {}): Named => ({
  name,
  column: 'name',
  hasTrash: true,
  ...more,
})
const tags = (noun: string) =>
  named(`${noun}_tags`, { uniqueIn: [], words: { table: `${noun}_tag_words`, texts: ['name'] } })

const tables: readonly Named[] = [
  named('folders', { uniqueIn: ['parent_id'], words: { table: 'folder_words', texts: ['name'] } }),
  tags('asset'),
  tags('template'),
  named('brand_kits', { uniqueIn: [], hasTrash: false }),
  named('assets', { words: { table: 'asset_words', texts: ['name', 'alt_text', 'description'] } }),
  named('templates', { words: { table: 'template_words', texts: ['name', 'description'] } }),
  named('brand_kit_logos', { hasTrash: false }),
  named('brand_kit_colors', { hasTrash: false }),
  named('brand_kit_fonts', { hasTrash: false, column: 'family' }),
]

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)

const rowsAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'
/** Whatever else is in a name, its key stays. */
const unusual = sql.lit('[^ -~]|  ')

type Row = { id: string; name: string; name_key: string; deleted_at: Date | null }

async function rekey(db: Kysely<unknown>, company: string, table: Named) {
  const of = sql.table(table.name)
  const name = sql.ref(table.column)
  const trash = table.hasTrash ? sql`deleted_at` : sql`null::timestamptz as deleted_at`
  for (let last = firstId; ; ) {
    const { rows } = await sql<Row>`
      select id, ${name} as name, name_key, ${trash} from ${of}
      where company_id = ${company} and id > ${last} and ${name} collate "C" ~ ${unusual}
      order by id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const changed = rows
      .map((row) => ({ ...row, key: nameKey(row.name) }))
      .filter(({ key, name_key }) => key !== name_key)
    // Of live rows, each may have to make room for another.
    const alone = table.uniqueIn ? changed.filter(({ deleted_at }) => deleted_at === null) : []
    const together = changed.filter((row) => !alone.includes(row))
    await sql`
      update ${of} t set name_key = n.key
      from unnest(${together.map(({ id }) => id)}::uuid[], ${together.map(({ key }) => key)}::text[]) n(id, key)
      where t.company_id = ${company} and t.id = n.id`.execute(db)
    for (const row of alone) await setKey(db, company, table, row)
  }
}

/** Gives a live row its key, and a number to its name where an older row has the same key. */
async function setKey(
  db: Kysely<unknown>,
  company: string,
  table: Named,
  { id, name: given }: Pick<Row, 'id' | 'name'>,
) {
  const of = sql.table(table.name)
  const isTaken = async (key: string) => {
    const place = (table.uniqueIn ?? []).map(
      (column) => sql`and o.${sql.ref(column)} is not distinct from t.${sql.ref(column)}`,
    )
    const live = table.hasTrash ? sql`and o.deleted_at is null` : sql``
    const { rows } = await sql`
      select from ${of} t join ${of} o on o.company_id = t.company_id and o.id <> t.id
      where t.company_id = ${company} and t.id = ${id} and o.name_key = ${key}
        ${live} ${sql.join(place, sql` `)} limit 1`.execute(db)
    return rows.length > 0
  }
  let name = given
  for (let number = 2; await isTaken(nameKey(name)); number++) name = numbered(given, number)
  await sql`
    update ${of} set name_key = ${nameKey(name)}, ${sql.ref(table.column)} = ${name}
    where company_id = ${company} and id = ${id}`.execute(db)
  if (name !== given && table.name === 'folders') await movePaths(db, company, id, name)
}

const nameLengthMax = 200
const numbered = (name: string, number: number) =>
  `${name.slice(0, nameLengthMax - ` ${number}`.length).toWellFormed()} ${number}`

/** The path of a folder ends with its name, and those of the folders below it begin with its path. */
async function movePaths(db: Kysely<unknown>, company: string, id: string, name: string) {
  const { rows } = await sql<{ path: string }>`
    select path from folders where company_id = ${company} and id = ${id}`.execute(db)
  const from = rows[0]!.path
  const to = `${from.slice(0, from.lastIndexOf('/'))}/${name}`
  await sql`
    update folders set path = ${to} || substr(path, ${from.length} + 1)
    where company_id = ${company} and deleted_at is null
      and (path = ${from} or (path > ${`${from}/`} and path < ${`${from}0`}))`.execute(db)
}

async function setWords(db: Kysely<unknown>, company: string, { name, words }: Named) {
  const { table, texts } = words!
  const columns = sql.join(texts.map((text) => sql.ref(text)))
  const isUnusual = sql.join(
    texts.map((text) => sql`coalesce(${sql.ref(text)}, '') collate "C" ~ '[^ -~]'`),
    sql` or `,
  )
  // Tags in the trash are not searched.
  const searched = name.endsWith('_tags') ? sql`and deleted_at is null` : sql``
  for (let last = firstId; ; ) {
    const { rows } = await sql<{ id: string; texts: (string | null)[] }>`
      select id, array[${columns}] as texts from ${sql.table(name)}
      where company_id = ${company} and id > ${last} and (${isUnusual}) ${searched}
      order by id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const changed = rows.filter(({ texts }) => texts.some((text) => text && fold(text) !== earlierFold(text)))
    const own = changed.flatMap(({ id, texts }) => wordsOf(texts).map((word) => ({ id, word })))
    await sql`
      delete from ${sql.table(table)}
      where company_id = ${company} and id = any(${changed.map(({ id }) => id)}::uuid[])`.execute(db)
    await sql`
      insert into ${sql.table(table)} (company_id, word, id)
      select ${company}::uuid, own.word, own.id
      from unnest(${own.map(({ word }) => word)}::text[], ${own.map(({ id }) => id)}::uuid[]) own(word, id)`.execute(
      db,
    )
  }
}

// From here on as names.ts and db/words.ts were when this was written.

function earlierFold(text: string): string {
  return text
    .replace(/\p{Mark}/gu, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}

function wordsOf(texts: readonly (string | null)[]): string[] {
  const words = new Set<string>()
  for (const text of texts)
    for (const word of fold(text ?? '').match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*/gu) ??
      [])
      words.add(word.slice(0, 40).toWellFormed())
  return [...words].slice(0, 100)
}

function nameKey(name: string): string {
  const compared = comparableName(name)
  const sorted = cutBytes(fold(compared).normalize('NFC'), 700)
  return sorted === compared ? compared : `${sorted}\u0001${compared}`
}

function cutBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  return Buffer.from(text)
    .subarray(0, bytesMax)
    .toString()
    .replace(/\ufffd+$/, '')
}

function comparableName(name: string): string {
  const seen = name
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/gu, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu, '')
    .replace(/[\s\u2800]+/gu, ' ')
    .trim()
    .normalize('NFC')
  return [...seen].map(foldCharacter).join('').normalize('NFC')
}

function foldCharacter(character: string): string {
  if (character === '\u0131') return character
  if (character === '\ufb05') return '\ufb06'
  const upper = single(character.toUpperCase()) ?? character
  return single(upper.toLowerCase()) ?? character
}

function single(text: string): string | undefined {
  const [first, ...more] = text
  return more.length === 0 ? first : undefined
}

function fold(text: string): string {
  return text
    .replace(/(\p{Mark}{10})\p{Mark}+/gu, '$1')
    .normalize('NFKD')
    .replace(
      /(\P{Mark}?)(\p{Mark}+)/gu,
      (_, letter: string, marks: string) => letter + keptMarks(letter, marks),
    )
    .toLowerCase()
    .normalize('NFC')
    .replace(/[\uac00-\ud7a3]+/g, (syllables) => syllables.normalize('NFD'))
}

function keptMarks(letter: string, marks: string): string {
  const isWithout =
    letter === '' ||
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\P{Letter}]/u.test(letter)
  if (isWithout) return ''
  const written = marks.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return /\p{Script=Cyrillic}/u.test(letter) ? written.replace(/[\u0300\u0301]/g, '') : written
}
