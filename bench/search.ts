/**
 * `node bench/search.ts` compares the table of search terms with tsvector, measures requests, and writes
 * docs/decisions/search.md.
 */
import { fileURLToPath } from 'node:url'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Db } from '../server/src/db/database.ts'
import { commonSorts, live } from '../server/src/db/filters.ts'
import { type Finder, finder } from '../server/src/db/finder.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { searchAsked, searchFilter } from '../server/src/db/search-filter.ts'
import { bareHandle } from '../server/test/support/bare-handle.ts'
import { median } from './duel.ts'
import { embeddedEngine } from './engines/embedded.ts'
import { postgresEngine } from './engines/postgres.ts'
import { type AssetLibrary, fillAssets } from './fill/assets.ts'
import { rareWord } from './fill/library.ts'
import { table, writeBetween } from './report.ts'
import { type SearchTimes, searchTimes } from './searching.ts'

const sizes = [1_000, 1_000_000]
const explainsPerQuery = 7
const requestsSize = 100_000
const page = fileURLToPath(new URL('../docs/decisions/search.md', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: the schema does not contain the table of this file.
const rows = (db: Db) => (db as Kysely<any>).selectFrom('bench_assets as r').select(['r.id', 'r.name'])
const listing = { table: 'bench_assets', rows, sorts: commonSorts, always: live }

/** Finds the same rows in both ways, with the server's queries. */
const contenders = {
  words: finder({ ...listing, filters: { search: searchFilter('asset') } }),
  tsvector: finder({
    ...listing,
    filters: {
      search: {
        condition: (terms) =>
          sql`r.document @@ to_tsquery('simple', array_to_string(cast(${terms} as text[]), ':* & ') || ':*')`,
      },
    },
  }),
} as Record<string, Finder<{ id: string; name: string }, 'search'>>

type Ask = { what: string; terms: string[]; sort: string; wordsOnly?: true }

const asks = ({ word, scarceWord, prefix }: AssetLibrary): Ask[] => [
  { what: 'A word of 3 % of the rows, by relevance', terms: [word], sort: 'relevance', wordsOnly: true },
  {
    what: 'A word of 0.2 % of the rows, by relevance',
    terms: [scarceWord],
    sort: 'relevance',
    wordsOnly: true,
  },
  { what: 'A word of 25 rows, by relevance', terms: [rareWord], sort: 'relevance', wordsOnly: true },
  {
    what: 'The end of a word of 3 %, by relevance',
    terms: [word.slice(-3)],
    sort: 'relevance',
    wordsOnly: true,
  },
  {
    what: 'The same with a typo',
    terms: [`${word.slice(0, 2)}q${word.slice(2)}`],
    sort: 'relevance',
    wordsOnly: true,
  },
  { what: 'Two letters, by relevance', terms: [prefix.slice(0, 2)], sort: 'relevance', wordsOnly: true },
  {
    what: 'Two words, one of 3 %, one a prefix, by relevance',
    terms: [word, prefix],
    sort: 'relevance',
    wordsOnly: true,
  },
  { what: 'A word of 3 % of the rows', terms: [word], sort: 'created_at' },
  { what: 'A word of 0.2 % of the rows', terms: [scarceWord], sort: 'created_at' },
  { what: 'A word of 25 rows', terms: [rareWord], sort: 'created_at' },
  { what: 'Three letters, the start of many words', terms: [prefix], sort: 'created_at' },
  { what: 'Two words, one of 3 % of the rows, one a prefix', terms: [word, prefix], sort: 'created_at' },
  { what: 'Two words that rarely occur together', terms: [word, rareWord], sort: 'created_at' },
  { what: 'A word of 3 %, sorted by name', terms: [word], sort: 'name' },
  { what: 'A word of 25 rows, sorted by name', terms: [rareWord], sort: 'name' },
]

const times = new Map<string, string[]>()
const bytes: string[][] = []
const engine = await postgresEngine(process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL ?? '')
await measureRequests()
for (const size of sizes) await measureSize(size)
const text = `Milliseconds on the server (\`explain analyze\`, the median of ${explainsPerQuery}), table of words / tsvector, by the number of the company's assets:

${table(
  ['Page of 20', ...sizes.map((size) => size.toLocaleString('en'))],
  [...times].map(([what, cells]) => [what, ...cells]),
)}

Bytes per asset:

${table(['Assets', 'Words per asset', 'Table of words', 'Its two indexes', 'tsvector column', 'Its GIN index'], bytes)}`
console.log(text)
writeBetween(page, 'search', `${engine.title}.\n\n${text}`)

/** Measures whole requests, on both engines. */
async function measureRequests() {
  const engines = [engine, await embeddedEngine()]
  const all: SearchTimes[][] = []
  for (const one of engines) all.push(await searchTimes(one, requestsSize))
  const cell = ({ p50Ms, p95Ms }: SearchTimes) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`
  const requests = `Milliseconds of whole requests for a page of 20 of ${requestsSize.toLocaleString('en')} assets, median / p95:

${table(
  ['Request', ...engines.map(({ title }) => title)],
  all[0]!.map(({ what }, line) => [what, ...all.map((times) => cell(times[line]!))]),
)}`
  console.log(requests)
  writeBetween(page, 'search requests', requests)
}

async function measureSize(size: number) {
  const { facts, server } = await engine.open({
    name: `assets_${size}`,
    kept: true,
    fill: (owner) => fillAssets(owner, size),
  })
  let last: CompiledQuery | undefined
  const db = bareHandle(
    openPostgres({ url: server.DATABASE_URL!, connectionsMax: 1, as: 'owner' }),
    ({ query }) => {
      last = query
    },
  )
  await makeDocuments(db)
  for (const { what, terms, sort, wordsOnly } of asks(facts)) {
    const cells: string[] = []
    for (const [name, find] of Object.entries(contenders)) {
      if (wordsOnly && name !== 'words') continue
      const search = name === 'words' ? searchAsked(terms.join(' ')) : terms
      const request = { sort, descending: sort === 'created_at', limit: 20, filters: { search } }
      await find.page(db, facts.account.companyId, request)
      cells.push(await explain(db, last!))
    }
    times.set(what, [...(times.get(what) ?? []), cells.join(' / ')])
  }
  bytes.push([size.toLocaleString('en'), ...(await bytesPerAsset(db))])
  await sql`drop table bench_assets`.execute(db)
  await db.destroy()
}

/** Stores the search terms of the same assets as a tsvector, with an index per company. */
async function makeDocuments(db: Db) {
  await sql`create extension if not exists btree_gin`.execute(db)
  await sql`drop table if exists bench_assets`.execute(db)
  await sql`
    create table bench_assets as
    select company_id, id, name, name_key, folder_id, deleted_at,
      array_to_tsvector(array(
        select ltrim(word, chr(1)) from asset_words w where w.company_id = a.company_id and w.id = a.id
        union select ltrim(w.word, chr(1)) from asset_taggings g
        join asset_tag_words w on w.company_id = g.company_id and w.id = g.tag_id
        where g.company_id = a.company_id and g.id = a.id
      )) as document
    from assets a`.execute(db)
  await sql`create unique index on bench_assets (company_id, id)`.execute(db)
  await sql`create index on bench_assets (company_id, id) where deleted_at is null`.execute(db)
  await sql`create index on bench_assets (company_id, name_key, id) where deleted_at is null`.execute(db)
  await sql`create index on bench_assets (company_id, folder_id, id) where deleted_at is null`.execute(db)
  await sql`create index bench_documents on bench_assets using gin (company_id, document)`.execute(db)
  await sql`vacuum analyze bench_assets`.execute(db)
}

async function explain(db: Db, query: CompiledQuery): Promise<string> {
  const found: number[] = []
  for (let time = 0; time < explainsPerQuery; time++) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
      CompiledQuery.raw(`explain (analyze, timing off, format json) ${query.sql}`, [...query.parameters]),
    )
    found.push(rows[0]!['QUERY PLAN'][0]['Execution Time'])
  }
  return median(found).toFixed(2)
}

async function bytesPerAsset(db: Db): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select words.count::float / assets.count as words,
      pg_relation_size('asset_words')::float / assets.count as heap,
      pg_indexes_size('asset_words')::float / assets.count as indexes,
      (select sum(pg_column_size(document)) from bench_assets)::float / assets.count as documents,
      pg_relation_size('bench_documents')::float / assets.count as gin
    from (select count(*) from assets) assets, (select count(*) from asset_words) words`.execute(db)
  return Object.values(rows[0]!).map((value) => Math.round(value).toLocaleString('en'))
}
