import { type RawBuilder, sql } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import { comparableName } from '../names.ts'
import type { Filter, Stream } from './listing.ts'
import { type Trx, tenant } from './tenancy.ts'

/** The subject of a document appears early. Later words cost rows and find little. */
const wordsMax = 100
const wordLengthMax = 40
const termsMax = 8
/** If more words than this start with a search term, merging them costs more than it saves. */
const wordsMergedMax = 300

/**
 * Normalizes a text for search: without case and accents, so that "cafe" finds "Café". Marks that make a
 * different letter are kept: the dakuten of カ and ガ, the vowels of Devanagari and Thai, the breve of й. It is
 * done here and stored, so it is the same on both engines, whatever their locale.
 */
export function fold(text: string): string {
  return (
    text
      // Normalization sorts each run of marks, in quadratic time.
      .replace(/(\p{Mark}{10})\p{Mark}+/gu, '$1')
      .normalize('NFKD')
      .replace(
        /(\P{Mark}?)(\p{Mark}+)/gu,
        (_, letter: string, marks: string) => letter + keptMarks(letter, marks),
      )
      .toLowerCase()
      .normalize('NFC')
      // Finds a syllable after its first letters are typed.
      .replace(/[\uac00-\ud7a3]+/g, (syllables) => syllables.normalize('NFD'))
  )
}

/**
 * Scripts whose marks are accents, points and vowel signs that people leave out. The same applies to marks on
 * non-letters.
 */
const withoutMarks = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\P{Letter}]/u
const cyrillic = /\p{Script=Cyrillic}/u
/** Stress marks, as dictionaries write them. */
const stress = /[\u0300\u0301]/g
const notWritten = /\p{Default_Ignorable_Code_Point}/gu

function keptMarks(letter: string, marks: string): string {
  if (letter === '' || withoutMarks.test(letter)) return ''
  const written = marks.replace(notWritten, '')
  return cyrillic.test(letter) ? written.replace(stress, '') : written
}

/** Bytes of a sort key. With the name itself, a key stays below the 2,704 bytes of an index entry. */
const sortedBytesMax = 700

/**
 * The key by which a name sorts and is unique. It starts with the folded name, so that "Café" is beside
 * "cafe". Where another name can have the same start, the normalized name follows (names.ts).
 */
export function nameKey(name: string): string {
  const compared = comparableName(name)
  const sorted = cutBytes(fold(compared).normalize('NFC'), sortedBytesMax)
  return sorted === compared ? compared : `${sorted}${keySeparator}${compared}`
}

/** Sorts before every character that a name can have. */
const keySeparator = '\u0001'

function cutBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  const cut = Buffer.from(text).subarray(0, bytesMax).toString()
  // A character cut in half became U+FFFD.
  return cut.replace(/\ufffd+$/, '')
}

/** The distinct search terms of some texts. */
export function wordsOf(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    // A cut can go through a character: the database would write its half as U+FFFD.
    for (const word of fold(text ?? '').match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*/gu) ??
      [])
      words.add(word.slice(0, wordLengthMax).toWellFormed())
  }
  return [...words].slice(0, wordsMax)
}

/** The typed terms as prefixes, the longest first, since it matches the fewest rows. */
function searchTerms(text: string): string[] {
  return wordsOf(text)
    .sort((a, b) => b.length - a.length)
    .slice(0, termsMax)
}

/** Sorts after every possible word, so no word starts with it. */
const noWord = '\u{10ffff}'

/** An empty search matches everything. A text without a word in it ("???") matches nothing. */
export function searchAsked(text: string | undefined): string[] | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const terms = searchTerms(text)
  return terms.length > 0 ? terms : [noWord]
}

/**
 * Matches rows that have, for every term, a word that starts with it. `table` holds the words
 * (docs/decisions/search.md).
 * @param tagged the resource whose tags' words count too. They are looked up through the taggings and are not
 *   copied.
 */
export function searchFilter(table: string, tagged?: 'template' | 'asset'): Filter {
  const words = sql.table(table)
  const tags = tagged && wordsOfTags(tagged)
  // `offset 0` keeps PostgreSQL from reading all words of a row instead of those in the range.
  const ownWord = (term: RawBuilder<unknown>) => sql`exists (
    select from ${words} w
    where w.company_id = ${tenant} and w.id = r.id and w.word >= ${term} and w.word < ${term} || chr(1114111)
    offset 0
  )`
  // `materialized`: the matching tags are looked up once per statement, not once per row.
  const hasAll = (terms: RawBuilder<unknown>) =>
    tags
      ? sql`not exists (
      with asked as materialized (select term, array(${tags.named(sql`term`)}) as tags from unnest(${terms}) term)
      select from asked where not ${ownWord(sql`asked.term`)}
        and not (asked.tags <> '{}' and ${tags.oneOf(sql`asked.tags`)})
    )`
      : sql`not exists (select from unnest(${terms}) term where not ${ownWord(sql`term`)})`
  return {
    condition: (terms) => hasAll(sql`cast(${terms} as text[])`),
    ranges: (terms) => {
      const first = sql`(cast(${terms} as text[]))[1]`
      const begins = sql`w.company_id = ${tenant} and w.word < ${first} || chr(1114111)`
      const rest = hasAll(sql`(cast(${terms} as text[]))[2:]`)
      // The distinct words with this prefix: each step of the recursion skips to the next one in the index.
      return {
        keys: sql`
          with recursive found(key) as (
            (select w.word from ${words} w where ${begins} and w.word >= ${first} order by w.word limit 1)
            union all
            select (select w.word from ${words} w where ${begins} and w.word > found.key order by w.word limit 1)
            from found where found.key is not null
          )
          select key from found where key is not null`,
        rest,
        keysMax: wordsMergedMax,
        all: sql`select w.id from ${words} w where ${begins} and w.word >= ${first}`,
        table,
        column: 'word',
        ...(tags && { also: { ...tags.stream(first), rest } }),
      }
    },
  }
}

function wordsOfTags(noun: 'template' | 'asset') {
  const [words, taggings] = [sql.table(`${noun}_tag_words`), `${noun}_taggings`]
  const named = (term: RawBuilder<unknown>) => sql`
    select distinct t.id as key from ${words} t
    where t.company_id = ${tenant} and t.word >= ${term} and t.word < ${term} || chr(1114111)`
  return {
    named,
    oneOf: (tags: RawBuilder<unknown>) => sql`exists (
      select from ${sql.table(taggings)} g
      where g.company_id = ${tenant} and g.id = r.id and g.tag_id = any(${tags})
    )`,
    stream: (term: RawBuilder<unknown>): Stream => ({
      keys: named(term),
      keysMax: wordsMergedMax,
      table: taggings,
      column: 'tag_id',
    }),
  }
}

/** Replaces the search terms of a row's own texts. Terms of its tags need no update. */
export async function setWords(
  trx: Trx,
  companyId: CompanyId,
  noun: 'template' | 'asset' | 'template_tag' | 'asset_tag' | 'folder',
  id: Uuid,
  ...texts: (string | null | undefined)[]
): Promise<void> {
  const table = `${noun}_words` as const
  await trx.deleteFrom(table).where('company_id', '=', companyId).where('id', '=', id).execute()
  const words = wordsOf(...texts).map((word) => ({ company_id: companyId, word, id }))
  if (words.length > 0) await trx.insertInto(table).values(words).execute()
}
