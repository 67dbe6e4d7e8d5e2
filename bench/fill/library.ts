import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { nameKey, searchWords } from '../../server/src/db/search-terms.ts'
import { newId } from '../../server/src/ids.ts'
import { slugOf } from '../../server/src/tags/names.ts'
import { type Account, makeAccount } from './accounts.ts'
import { makeSamples, type Sample, sampleCount } from './samples.ts'

/** All generators start from two companies, their tags, and samples stored in tables. */
export type Library = {
  /**
   * The measured company. The other company has as many rows; with a single company, `company_id` would make no
   * difference.
   */
  account: Account
  /** A tag that about 5 % of the rows have. */
  tagSlug: string
  /** A word that about 3 % of the rows contain. */
  word: string
  /** A word that about 0.2 % of the rows contain. */
  scarceWord: string
  /** A prefix of three letters that many words share. */
  prefix: string
}

/**
 * This word occurs in the same number of rows in every library, so its share is smallest in the largest
 * library.
 */
export const rareWord = 'quetzal'
export const rareRows = 25

const samplesPerInsert = 1_000
const firstMs = Date.UTC(2023, 0, 1)
const spanMs = 1_200 * 86_400_000

export async function makeLibrary(owner: Handle, noun: 'asset' | 'template', rows: number): Promise<Library> {
  await sql`set maintenance_work_mem = '128MB'`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  await letOwnerIn(owner)
  await makeIds(owner, rows)
  const account = await makeAccount(owner, 'Measured')
  const other = await makeAccount(owner, 'Neighbour')
  await sql`create table bench_companies (number integer, id uuid, person_id uuid)`.execute(owner)
  for (const [number, one] of [account, other].entries())
    await sql`insert into bench_companies values (${number}, ${one.companyId}, ${one.personId})`.execute(
      owner,
    )

  const { samples, tagNames, asked } = makeSamples()
  await makeTags(owner, noun, tagNames)
  await storeSamples(owner, samples)
  await sql`analyze`.execute(owner)
  const { tag, ...words } = asked
  return { account, tagSlug: slugOf(tagNames[tag]!), ...words }
}

/**
 * Row-level security also applies to the owner. A separate policy allows the owner to write and does not
 * affect the server.
 */
export async function letOwnerIn(owner: Handle) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relrowsecurity and relkind = 'r'`.execute(owner)
  for (const { name } of rows)
    await sql`create policy bench on ${sql.table(name)} to current_user using (true)`.execute(owner)
}

/**
 * Creates UUIDv7s that are spread evenly over some years. The n-th rows of all companies have the same age.
 */
async function makeIds(owner: Handle, rows: number) {
  const step = Math.floor(spanMs / rows)
  await sql`
    create function bench_id(n integer, company integer) returns uuid language sql immutable parallel safe
    return (lpad(to_hex(${sql.lit(firstMs)} + n::bigint * ${sql.lit(step)}), 12, '0') || '7'
      || left(md5(n || '-' || company), 3) || 'a' || right(md5(n || '-' || company), 15))::uuid`.execute(
    owner,
  )
}

async function makeTags(owner: Handle, noun: string, names: string[]) {
  const tags = sql.table(`${noun}_tags`)
  await sql`create table bench_tags (company integer, number integer, id uuid, primary key (company, number))`.execute(
    owner,
  )
  for (const company of [0, 1]) {
    for (const [number, name] of names.entries()) {
      const id = newId(new Date(firstMs + number))
      await sql`insert into bench_tags values (${company}, ${number}, ${id})`.execute(owner)
      await sql`
        insert into ${tags} (company_id, id, name, name_key, slug, updated_at)
        select id, ${id}, ${name}, ${nameKey(name)}, ${slugOf(name)}, now()
        from bench_companies where number = ${company}`.execute(owner)
      await sql`
        insert into ${sql.table(`${noun}_tag_words`)} (company_id, word, id)
        select c.id, word, ${id} from bench_companies c cross join unnest(${searchWords(name)}::text[]) word
        where c.number = ${company}`.execute(owner)
    }
  }
}

async function storeSamples(owner: Handle, samples: Sample[]) {
  await sql`
    create table bench_samples (
      number integer primary key, name text, name_key text, alt_text text, description text,
      tags integer[], words text[]
    )`.execute(owner)
  for (let from = 0; from < samples.length; from += samplesPerInsert) {
    const some = JSON.stringify(samples.slice(from, from + samplesPerInsert))
    await sql`
      insert into bench_samples
      select * from json_populate_recordset(null::bench_samples, ${some}::json)`.execute(owner)
  }
}

/** Selects rows `from` to `to` of both companies: `n`, the company as `c`, the sample as `s`. */
export const rowsBetween = (from: number, to: number) => sql`
  generate_series(${sql.lit(from)}, ${sql.lit(to)}) n
  cross join bench_companies c
  join bench_samples s on s.number = (n * 7919::bigint + c.number * 104729) % ${sql.lit(sampleCount)}`

export const isRare = (rows: number) => sql`n % ${sql.lit(Math.floor(rows / rareRows))} = 0`

/** Adds the taggings, search terms and counts of existing rows, as `createAsset` and `createTemplate` do. */
export async function describeRows(
  owner: Handle,
  noun: 'asset' | 'template',
  rows: number,
  from: number,
  to: number,
) {
  await sql`
    insert into ${sql.table(`${noun}_taggings`)} (company_id, tag_id, id)
    select c.id, t.id, bench_id(n, c.number)
    from ${rowsBetween(from, to)} join bench_tags t on t.company = c.number and t.number = any(s.tags)`.execute(
    owner,
  )
  await sql`
    insert into ${sql.table(`${noun}_words`)} (company_id, word, id)
    select c.id, word, bench_id(n, c.number) from ${rowsBetween(from, to)}
    cross join unnest(case when ${isRare(rows)} then s.words || ${rareWord}::text else s.words end) word`.execute(
    owner,
  )
}

export async function countTags(owner: Handle, noun: 'asset' | 'template') {
  const count = sql.ref(`${noun}s_count`)
  await sql`
    update ${sql.table(`${noun}_tags`)} t set ${count} = g.count
    from (
      select company_id, tag_id, count(*) from ${sql.table(`${noun}_taggings`)} group by company_id, tag_id
    ) g
    where g.company_id = t.company_id and g.tag_id = t.id`.execute(owner)
}
