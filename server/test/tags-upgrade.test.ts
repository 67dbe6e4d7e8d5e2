// Engines: embedded, postgres
// A database from before tags had a trash: assets hold copies of their tags' search words.
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
