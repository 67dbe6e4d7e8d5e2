// Engines: postgres
// A database from before tags had a trash, in which assets hold copies of their tags' search words.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { DatabaseConfig } from '../src/config.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { newId } from '../src/ids.ts'
import { emptyConfig } from './support/service.ts'

/** An empty database with the migrations up to `last`, as its owner. */
async function oldDatabase(last: keyof typeof migrations) {
  const config = await emptyConfig()
  const db = new Kysely<unknown>({ dialect: await ownerOf(config.database) })
  after(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
  return { db, migrator }
}

async function ownerOf(database: DatabaseConfig) {
  if (database.kind === 'postgres') return openPostgres({ ...database, connectionsMax: 1, as: 'owner' })
  const engine = await openEmbedded(database.directory)
  after(engine.close)
  return engine.dialect
}

test("an upgrade keeps the search words of assets' and templates' own texts, and removes those copied from tags", async () => {
  const { db, migrator } = await oldDatabase('0002-idempotency')
  const [enterprise, company, id, untagged] = [newId(), newId(), newId(), newId()]
  await sql`insert into enterprises (id, name) values (${enterprise}, 'x')`.execute(db)
  await sql`insert into companies (id, enterprise_id, name) values (${company}, ${enterprise}, 'x')`.execute(
    db,
  )
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  const words = { own: ['cafe', 'creme', 'two', 'x'.repeat(40)], copied: ['summer', 'cafes'] }
  for (const [table, columns, values] of [
    [
      'asset',
      `type, mime_type, extension, size, checksum, status, file_key, alt_text`,
      `'image', 'a', 'b', 1, 'c', 'ready', 'd', 'Crème'`,
    ],
    ['template', `type, status, width, height, unit, description`, `'image', 'draft', 1, 1, 'px', 'Crème'`],
  ] as const) {
    for (const [row, tags] of [
      [id, 1],
      [untagged, 0],
    ] as const) {
      await sql`
        insert into ${sql.table(`${table}s`)} (company_id, id, name, name_key, updated_at, tags_count, ${sql.raw(columns)})
        values (${company}, ${row}, ${`CAFÉ two ${'x'.repeat(50)}`}, 'k', now(), ${tags}, ${sql.raw(values)})`.execute(
        db,
      )
      for (const word of [...words.own, ...words.copied])
        await sql`insert into ${sql.table(`${table}_words`)} values (${company}, ${word}, ${row})`.execute(db)
    }
  }
  const { error } = await migrator.migrateTo('0003-tags')
  assert.equal(error, undefined)
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  for (const table of ['asset_words', 'template_words']) {
    const wordsOf = async (row: string) => {
      const { rows } = await sql<{ word: string }>`
        select word from ${sql.table(table)} where company_id = ${company} and id = ${row}`.execute(db)
      return rows.map(({ word }) => word).sort()
    }
    assert.deepEqual(await wordsOf(id), words.own.toSorted())
    assert.equal((await wordsOf(untagged)).length, 6)
  }
})

test("an upgrade removes the server's automatic tags, and keeps tags that only look like them", async () => {
  const { db, migrator } = await oldDatabase('0038-file-names')
  const [enterprise, company] = [newId(), newId()]
  await sql`insert into enterprises (id, name) values (${enterprise}, 'x')`.execute(db)
  await sql`insert into companies (id, enterprise_id, name) values (${company}, ${enterprise}, 'x')`.execute(
    db,
  )
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  // More rows than the migration changes in one step.
  await sql`
    insert into assets (company_id, id, name, name_key, updated_at, tags_count, type, mime_type, extension, size,
      checksum, status, file_key)
    select ${company}, gen_random_uuid(), 'x', 'x', now(), 1, 'image', 'a', 'b', 1, 'c', 'ready',
      ${`${company}/none.png`}
    from generate_series(1, 1100)`.execute(db)
  const tags = { red: null, green: null, blue: null, pink: '#FF00FF', Summer: null }
  for (const [name, color] of Object.entries(tags))
    await sql`
      insert into asset_tags (company_id, id, name, name_key, slug, color, updated_at)
      values (${company}, ${newId()}, ${name}, ${name}, ${name}, ${color}, now())`.execute(db)
  const attach = (name: string, source: string, limit: number) =>
    sql`
      with added as (
        insert into asset_taggings (company_id, tag_id, id, source)
        select ${company}, t.id, a.id, ${source} from asset_tags t, assets a
        where t.name = ${name} order by a.id limit ${limit} on conflict do nothing returning tag_id
      )
      update asset_tags t set assets_count = t.assets_count + (select count(*) from added)
      where t.name = ${name}`.execute(db)
  await attach('red', 'auto', 1100)
  await attach('blue', 'manual', 3)
  await attach('blue', 'auto', 5)
  await attach('pink', 'auto', 2)
  await attach('Summer', 'manual', 1)
  const { error } = await migrator.migrateTo('0039-picture-facts')
  assert.equal(error, undefined)
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  const left = await sql`
    select name, assets_count as count from asset_tags order by name collate "C"`.execute(db)
  assert.deepEqual(left.rows, [
    { name: 'Summer', count: 1 },
    { name: 'blue', count: 3 },
    { name: 'green', count: 0 },
    { name: 'pink', count: 0 },
  ])
  const tagged = await sql`select count(*)::int as count from assets where tags_count > 0`.execute(db)
  assert.deepEqual(tagged.rows, [{ count: 3 }])
})
