// Engines: postgres
// Upgrades a database from a version in which names that differ only in a mark were equal, and names that
// differ only in spaces were different.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { DatabaseConfig } from '../src/config.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { nameKey, searchWords } from '../src/db/search-terms.ts'
import { newId } from '../src/ids.ts'
import { emptyConfig } from './support/service.ts'

async function ownerOf(database: DatabaseConfig) {
  if (database.kind === 'postgres') return openPostgres({ ...database, connectionsMax: 1, as: 'owner' })
  const engine = await openEmbedded(database.directory)
  after(engine.close)
  return engine.dialect
}

const earlierFold = (text: string) =>
  text
    .replace(/\p{Mark}/gu, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
const earlierWords = (text: string) => [...new Set(earlierFold(text).match(/[\p{L}\p{N}]+/gu) ?? [])]

test('an upgrade gives names their new keys and words, and numbers names that have become equal', async () => {
  const config = await emptyConfig()
  const db = new Kysely<unknown>({ dialect: await ownerOf(config.database) })
  after(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo('0034-client-origins')
  assert.equal(error, undefined)
  const [enterprise, company, kit] = [newId(), newId(), newId()]
  await sql`insert into enterprises (id, name) values (${enterprise}, 'x')`.execute(db)
  await sql`insert into companies (id, enterprise_id, name) values (${company}, ${enterprise}, 'x')`.execute(
    db,
  )
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)

  /** Newer folders come later. */
  const folders: [name: string, parent?: string | undefined, isTrashed?: true][] = [
    ['Plain'],
    ['Été'],
    ['バス'],
    ['한글'],
    ['Posters'],
    ['Posters\u200d'],
    ['Below', 'Posters\u200d'],
    ['Old  Posters'],
    ['Old Posters'],
    ['Old\u3000Posters', undefined, true],
    ['Old Posters 2'],
    ['A  B', 'Plain'],
    ['A B'],
  ]
  /** IDs of the same millisecond have no order. */
  const start = Date.now()
  const idAt = (place: number) => newId(new Date(start + place))
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const [place, [name, parent, isTrashed]] of folders.entries()) {
    const id = idAt(place)
    const path = `${parent === undefined ? '' : paths.get(parent)}/${name}`
    ids.set(name, id)
    paths.set(name, path)
    await sql`
      insert into folders (company_id, id, parent_id, name, name_key, path, depth, updated_at, deleted_at)
      values (${company}, ${id}, ${parent === undefined ? null : ids.get(parent)}, ${name}, ${earlierFold(name)}, ${path},
        ${path.split('/').length - 1}, now(), ${isTrashed ? sql`now()` : null})`.execute(db)
    for (const word of earlierWords(name))
      await sql`insert into folder_words values (${company}, ${word}, ${id})`.execute(db)
  }
  const tags = ['Sale', 'Sa\u200dle', 'Año']
  for (const [at, name] of tags.entries())
    await sql`
      insert into asset_tags (company_id, id, name, name_key, slug, updated_at)
      values (${company}, ${idAt(at)}, ${name}, ${`${earlierFold(name)}${at === 1 ? '\u200d' : ''}`}, ${`s${at}`}, now())`.execute(
      db,
    )
  await sql`
    insert into brand_kits (company_id, id, name, name_key, is_default, updated_at)
    values (${company}, ${kit}, 'Ｋit', 'kit', true, now())`.execute(db)
  await sql`
    insert into brand_kit_fonts (company_id, id, brand_kit_id, family, name_key, weight, style, position, updated_at)
    values (${company}, ${newId()}, ${kit}, 'Größe', 'große', 400, 'normal', 1, now())`.execute(db)
  const asset = newId()
  await sql`
    insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
      alt_text, description, updated_at)
    values (${company}, ${asset}, 'Lake', 'lake', 'image', 'a', 'b', 1, 'c', 'ready', ${`${company}/d`}, 'がき', 'Café',
      now())`.execute(db)
  for (const word of earlierWords('Lake がき Café'))
    await sql`insert into asset_words values (${company}, ${word}, ${asset})`.execute(db)

  assert.equal((await migrator.migrateToLatest()).error, undefined)

  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  type Row = { name: string; name_key: string; path: string; is_live: boolean }
  const { rows } = await sql<Row>`
    select name, name_key, path, deleted_at is null as is_live from folders where company_id = ${company} order by id`.execute(
    db,
  )
  assert.deepEqual(
    rows.map(({ path }) => path),
    [
      '/Plain',
      '/Été',
      '/バス',
      '/한글',
      '/Posters',
      '/Posters\u200d 2',
      '/Posters\u200d 2/Below',
      '/Old  Posters 3',
      '/Old Posters',
      '/Old\u3000Posters',
      '/Old Posters 2',
      '/Plain/A  B',
      '/A B',
    ],
  )
  for (const { name, name_key } of rows) assert.equal(name_key, nameKey(name), name)
  const named = async (table: string, column = 'name') =>
    (
      await sql<Row>`
        select ${sql.ref(column)} as name, name_key from ${sql.table(table)} where company_id = ${company} order by id`.execute(
        db,
      )
    ).rows
  assert.deepEqual(
    (await named('asset_tags')).map(({ name }) => name),
    ['Sale', 'Sa\u200dle 2', 'Año'],
  )
  for (const [table, column] of [
    ['asset_tags'],
    ['brand_kits'],
    ['brand_kit_fonts', 'family'],
    ['assets'],
  ] as const)
    for (const { name, name_key } of await named(table, column)) assert.equal(name_key, nameKey(name), name)
  const words = async (table: string, id: string) =>
    (
      await sql<{
        word: string
      }>`select word from ${sql.table(table)} where company_id = ${company} and id = ${id}`.execute(db)
    ).rows
      .map(({ word }) => word)
      .sort()
  assert.deepEqual(await words('asset_words', asset), searchWords('Lake', 'b', 'がき', 'Café').sort())
  for (const name of ['Plain', 'Été', 'バス', '한글'])
    assert.deepEqual(await words('folder_words', ids.get(name)!), searchWords(name).sort(), name)
})
