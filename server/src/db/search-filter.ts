import { type RawBuilder, sql } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Filter, KeyedStream, Ranges } from './listing.ts'
import { nameMark, searchWords, termsOf } from './search-terms.ts'
import { readsAllFolders, type Trx, tenant } from './tenancy.ts'
import { asTerm, type Term } from './word-parts.ts'

/**
 * Maximum number of matching words that are merged, in names and elsewhere. With more words, merging costs more
 * than it saves.
 */
const keysMergedMax = 600

type Noun = 'template' | 'asset' | 'template_tag' | 'asset_tag' | 'folder'

/** A condition that matches nothing. */
const noTerm: Term = { term: '\u{10ffff}', from: '\u{10ffff}', typos: [] }

/** An empty search matches everything. A search without words ("???") matches nothing. */
export function searchAsked(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const terms = termsOf(text).map(asTerm)
  return JSON.stringify(terms.length > 0 ? terms : [noTerm])
}

/** Related rows whose words also count. They are looked up instead of being copied. */
type Related = {
  noun: Noun
  /** Whether the row `r` is related to a row with a word that matches. */
  has(matches: RawBuilder<unknown>): RawBuilder<unknown>
  /** A stream of the resources that are related to rows with these IDs. */
  stream(ids: RawBuilder<unknown>): KeyedStream
}

const tagsOf = (noun: 'template' | 'asset'): Related => ({
  noun: `${noun}_tag`,
  has: (matches) => sql`exists (
    select from ${sql.table(`${noun}_taggings`)} g
    join ${sql.table(`${noun}_tag_words`)} w on w.company_id = ${tenant} and w.id = g.tag_id
    where g.company_id = ${tenant} and g.id = r.id and ${matches} offset 0
  )`,
  stream: (keys) => ({ keys, table: `${noun}_taggings`, column: 'tag_id', keysMax: keysMergedMax }),
})

const folderOf: Related = {
  noun: 'folder',
  has: (matches) => sql`exists (
    select from folder_words w
    where w.company_id = ${tenant} and w.id = r.folder_id and ${matches} offset 0
  )`,
  stream: (keys) => ({ keys, column: 'folder_id', keysMax: keysMergedMax }),
}

/**
 * Matches rows that contain every term in a word of their own texts, the names of their tags, or the name of
 * their folder. A term that none of these words contains matches words with one typo
 * (docs/decisions/search.md).
 */
export function searchFilter(noun: Noun): Filter {
  const words = sql.table(`${noun}_words`)
  const related = noun === 'asset' ? [tagsOf(noun), folderOf] : noun === 'template' ? [tagsOf(noun)] : []
  const nouns = [noun, ...related.map((one) => one.noun)]
  const one = (terms: RawBuilder<unknown>) => sql`(cast(${terms} as jsonb) -> 0)`

  /** A term with the words that match it by a typo. Evaluated once per statement, not once per row. */
  const asked = (terms: RawBuilder<unknown>) => sql`
    asked as materialized (
      select t.term ->> 'term' as term, t.term ->> 'from' as begins, array(${typosOf(nouns, sql`t.term`)}) as typos
      from jsonb_array_elements(${terms}) t(term)
    )`
  const matches = sql`(
    case when starts_with(asked.begins, ${sql.lit(nameMark)})
      then starts_with(ltrim(w.word, ${sql.lit(nameMark)}), asked.term)
      else position(asked.term in w.word) > 0 end
    or ltrim(w.word, ${sql.lit(nameMark)}) = any(asked.typos))`
  // `offset 0` prevents PostgreSQL from reading all words of all rows instead of the words of this row.
  const own = sql`exists (
    select from ${words} w where w.company_id = ${tenant} and w.id = r.id and ${matches} offset 0
  )`
  const any = sql.join([own, ...related.map(({ has }) => has(matches))], sql` or `)
  const hasAll = (terms: RawBuilder<unknown>) => sql`not exists (
    with ${asked(terms)} select from asked where not (${any})
  )`

  const exactly = (term: RawBuilder<unknown>, mark: string) =>
    sql`w.company_id = ${tenant} and w.word = ${sql.lit(mark)} || (${term} ->> 'term')`
  // Whether any row has the word is determined once per statement. Usually no row has such a word, for example while a
  // user types the start of a word. The order makes PostgreSQL use the index; for a frequent word, it would otherwise
  // read the table until it finds a row.
  const hasExactly = (term: RawBuilder<unknown>, mark: string) => sql`(
    (select w.id from ${words} w where ${exactly(term, mark)} order by w.id limit 1) is not null
    and exists (select from ${words} w where ${exactly(term, mark)} and w.id = r.id)
  )`
  const tagged = related.find((one) => one.noun.endsWith('_tag'))
  const isTag = (of: Related, term: RawBuilder<unknown>) =>
    sql`exists (select from (${idsWith(of.noun, sql`select ${term} ->> 'term'`)}) tag)`
  const hasTag = (term: RawBuilder<unknown>) =>
    tagged
      ? sql`(${isTag(tagged, term)} and ${tagged.has(sql`ltrim(w.word, ${sql.lit(nameMark)}) = ${term} ->> 'term'`)})`
      : sql`false`

  return {
    condition: (terms) => hasAll(sql`cast(${terms} as jsonb)`),
    ranges: (terms) => rangesOf(one(terms), hasAll(sql`cast(${terms} as jsonb) - 0`)),
    ranks: (terms) => {
      const term = one(terms)
      const rest = hasAll(sql`cast(${terms} as jsonb) - 0`)
      const inName = hasExactly(term, nameMark)
      const isExact = sql`(${hasExactly(term, '')} or ${hasTag(term)})`
      const exact = (mark: string, rest: RawBuilder<unknown>): Ranges => ({
        keys: sql`select ${sql.lit(mark)} || (${term} ->> 'term') as key`,
        table: `${noun}_words`,
        column: 'word',
        rest,
      })
      return {
        rank: sql`(case when ${inName} then 0 when ${isExact} then 1 else 2 end)`,
        // A word is either in the name or not, so the first two ranges need not exclude each other.
        ranges: [
          exact(nameMark, rest),
          {
            ...exact('', rest),
            ...(tagged && {
              also: [
                {
                  ...tagged.stream(idsWith(tagged.noun, sql`select ${term} ->> 'term'`)),
                  rest: sql`${rest} and not ${inName}`,
                },
              ],
            }),
          },
          rangesOf(term, sql`${rest} and not ${inName} and not ${isExact}`, sql`${term} ->> 'term'`),
        ],
      }
    },
  }

  /** @param except a word whose rows are excluded. */
  function rangesOf(
    term: RawBuilder<unknown>,
    rest: RawBuilder<unknown>,
    except?: RawBuilder<unknown>,
  ): Ranges {
    const others = except ? sql`m.word <> ${except}` : sql`true`
    const marked = sql`(values (''), (${sql.lit(nameMark)})) mark(mark)`
    return {
      keys: sql`
        select mark.mark || m.word as key from (${wordsWith(noun, nouns, term)}) m cross join ${marked} where ${others}`,
      rest,
      keysMax: keysMergedMax,
      all: sql`
        select w.id from (${wordsWith(noun, nouns, term)}) m cross join ${marked} cross join lateral (
          select w.id from ${words} w where w.company_id = ${tenant} and w.word = mark.mark || m.word offset 0
        ) w where ${others}`,
      table: `${noun}_words`,
      column: 'word',
      also: related.map((one) => ({
        ...one.stream(idsWith(one.noun, sql`select m.word from (${wordsWith(one.noun, nouns, term)}) m`)),
        rest,
      })),
    }
  }
}

const ofNoun = (noun: Noun) => sql`p.company_id = ${tenant} and p.kind = ${sql.lit(noun)}`

const withPart = (noun: Noun, term: RawBuilder<unknown>) =>
  sql`${ofNoun(noun)} and p.part >= ${term} ->> 'from' and p.part < (${term} ->> 'from') || chr(1114111)`

/**
 * The words that contain the term, or words with one typo if no word of these nouns contains it. Callers with
 * a folder limit get no words with a typo. Words can occur twice.
 */
const wordsWith = (noun: Noun, nouns: readonly Noun[], term: RawBuilder<unknown>) => sql`
  select p.word from word_parts p where ${withPart(noun, term)}
  union all
  ${typosOf([noun], term, nouns)}`

/** Whether a term has a typo depends on the words of all rows, which would reveal words outside a folder limit. */
function typosOf(of: readonly Noun[], term: RawBuilder<unknown>, nouns = of) {
  const known = nouns.map((noun) => sql`exists (select from word_parts p where ${withPart(noun, term)})`)
  const one = (noun: Noun) => sql`
    select p.word from jsonb_array_elements_text(${term} -> 'typos') typo(part)
    cross join lateral (select p.word from word_parts p where ${ofNoun(noun)} and p.part = typo.part offset 0) p
    where ${readsAllFolders} and not (${sql.join(known, sql` or `)})`
  return sql.join(of.map(one), sql` union all `)
}

const idsWith = (noun: Noun, words: RawBuilder<unknown>) => sql`
  select w.id as key from (${words}) m(word) cross join (values (''), (${sql.lit(nameMark)})) mark(mark)
  cross join lateral (
    select w.id from ${sql.table(`${noun}_words`)} w
    where w.company_id = ${tenant} and w.word = mark.mark || m.word offset 0
  ) w`

/**
 * Sets the words of a row. Unchanged words are not written again, and a trigger keeps `word_parts` complete.
 * The words of the row's tags and folder are stored elsewhere and need no update.
 */
export async function setWords(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  id: Uuid,
  ...texts: [name?: string, ...(string | null | undefined)[]]
): Promise<void> {
  const [name, ...others] = texts
  const words = name === undefined ? [] : searchWords(name, ...others)
  const table = sql.table(`${noun}_words`)
  await sql`
    with gone as (
      delete from ${table} where company_id = ${companyId} and id = ${id} and word <> all(${words}::text[])
    )
    insert into ${table} (company_id, word, id)
    select ${companyId}, word, ${id} from unnest(${words}::text[]) word
    on conflict do nothing`.execute(trx)
}
