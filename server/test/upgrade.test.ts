// From the first schema that there was to this version's, with rows in it, and back, as docs/guides/upgrading.md says.
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Config, DatabaseConfig } from '../src/config.ts'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { type IdKind, newId, publicId, type Uuid } from '../src/ids.ts'
import { hashedPerson } from '../src/members/queries.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/oauth/tokens.ts'
import { runCommand } from './support/commands.ts'
import { send } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { browser } from './support/people.ts'
import { emptyConfig, type Service, startOn } from './support/service.ts'

const [firstMigration] = Object.keys(migrations) as [string, ...string[]]
const lastMigration = Object.keys(migrations).at(-1)!

/** As the owner of the tables, while nobody else has the embedded database. */
async function asOwner<T>(database: DatabaseConfig, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  if (database.kind === 'postgres') {
    const db = new Kysely<unknown>({ dialect: openPostgres({ ...database, connectionsMax: 1, as: 'owner' }) })
    return work(db).finally(() => db.destroy())
  }
  const engine = await openEmbedded(database.directory)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  return work(db).finally(async () => {
    await db.destroy()
    await engine.close()
  })
}

const ids = Object.fromEntries(
  [
    'enterprise',
    'company',
    'person',
    'client',
    'folder',
    'asset',
    'tag',
    'template',
    'kit',
    'color',
    'secret',
  ].map((name) => [name, newId()]),
) as Record<string, Uuid>
const token = newToken(accessTokenPrefix)
const clientSecret = newToken(clientSecretPrefix)
const ada = { name: 'Ada', email: 'ada@acme.example', password: 'correct horse battery staple' }
const scopes = ['profile:read', 'assets:read', 'assets:write', 'templates:read', 'brandkit:read']

/** A company of that time: somebody in it, a program, and one of everything that there was. */
async function fill(db: Kysely<unknown>) {
  const { company, asset, folder, tag, template, kit, client, person } = ids
  const { hash } = await hashedPerson(ada)
  const run = (query: ReturnType<typeof sql>) => query.execute(db)
  await run(sql`insert into enterprises (id, name) values (${ids.enterprise}, 'Acme Group')`)
  await run(
    sql`insert into companies (id, enterprise_id, name) values (${company}, ${ids.enterprise}, 'Acme')`,
  )
  await run(sql`select set_config('app.company_id', ${company}, false)`)
  await run(
    sql`insert into people (id, name, email, password_hash) values (${person}, ${ada.name}, ${ada.email}, ${hash})`,
  )
  await run(
    sql`insert into memberships (company_id, person_id, role) values (${company}, ${person}, 'owner')`,
  )
  await run(sql`insert into clients (id, enterprise_id, company_id, owner_id, name, scopes)
    values (${client}, ${ids.enterprise}, ${company}, ${person}, 'Website', ${scopes}::text[])`)
  await run(
    sql`insert into client_secrets (id, client_id, hash) values (${ids.secret}, ${client}, ${hashOf(clientSecret)})`,
  )
  await run(sql`insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
    values (${hashOf(token)}, ${client}, ${scopes}::text[], now(), now() + interval '1 day')`)
  await run(sql`insert into folders (company_id, id, name, name_key, path, depth, updated_at, assets_count)
    values (${company}, ${folder}, 'Spring', 'spring', '/Spring', 1, now(), 1)`)
  await run(sql`
    insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
      folder_id, updated_at, tags_count, alt_text)
    values (${company}, ${asset}, 'Poster', 'poster', 'document', 'application/pdf', 'pdf', 5, 'c', 'ready',
      ${`${company}/old.pdf`}, ${folder}, now(), 1, 'A poster')`)
  await run(
    sql`insert into asset_words (company_id, word, id) values (${company}, 'poster', ${asset}), (${company}, 'summer', ${asset})`,
  )
  await run(sql`insert into asset_tags (company_id, id, name, name_key, slug, assets_count, updated_at)
    values (${company}, ${tag}, 'Summer', 'summer', 'summer', 1, now())`)
  await run(sql`insert into asset_tag_words (company_id, word, id) values (${company}, 'summer', ${tag})`)
  await run(
    sql`insert into asset_taggings (company_id, tag_id, id, source) values (${company}, ${tag}, ${asset}, 'manual')`,
  )
  await run(sql`insert into templates (company_id, id, name, name_key, type, status, width, height, unit, updated_at)
    values (${company}, ${template}, 'Card', 'card', 'image', 'draft', 10, 20, 'mm', now())`)
  await run(sql`insert into brand_kits (company_id, id, name, name_key, is_default, updated_at)
    values (${company}, ${kit}, 'Acme', 'acme', true, now())`)
  await run(sql`insert into brand_kit_colors (company_id, id, brand_kit_id, name, name_key, position, hex, updated_at)
    values (${company}, ${ids.color}, ${kit}, 'Red', 'red', 1, '#FF0000', now())`)
  await run(sql`insert into events (company_id, seq, type, resource_type, resource_id, actor, at)
    values (${company}, 1, 'folder.created', 'folder', ${folder}, '{"type":"operator"}', now())`)
  await run(sql`update companies set version = 1 where id = ${company}`)
}

/** Rows of each table that there is, and the migrations that made it. */
const contents = (database: DatabaseConfig) =>
  asOwner(database, async (db) => {
    const { rows } = await sql<{ name: string; rows: number; migrations: string }>`
      select table_name as name, (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as rows,
        (select string_agg(name, ' ' order by name) from kysely_migration) as migrations
      from information_schema.tables where table_schema = 'public' order by 1`.execute(db)
    return rows
  })

/** A copy from before: of the data directory while nobody has it, or of the database by its own server. */
async function copyOf({ database: from }: Config): Promise<Config> {
  const copy = await emptyConfig()
  const { database: to } = copy
  if (from.kind === 'embedded' && to.kind === 'embedded')
    await cp(from.directory, to.directory, { recursive: true })
  if (from.kind === 'postgres' && to.kind === 'postgres') await copyOnServer(nameIn(from.url), to.url)
  return copy
}

async function copyOnServer(from: string, to: string) {
  const admin = new pg.Client(process.env.TEST_DATABASE_URL!)
  await admin.connect()
  try {
    await admin.query(`drop database ${nameIn(to)}`)
    await admin.query(`create database ${nameIn(to)} template ${from}`)
  } finally {
    await admin.end()
  }
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

async function assertServes(service: Service) {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => {
    const { status, body, text } = await send(service, 'GET', path, { headers })
    assert.equal(status, 200, `${path}: ${text}`)
    return body.data
  }
  const idOf = (kind: IdKind, name: string) => publicId(kind, ids[name]!)
  assert.equal((await send(service, 'GET', '/api/user', { headers })).status, 200)
  const asset = await get(`/api/assets/${idOf('asset', 'asset')}`)
  assert.deepEqual(
    [asset.name, asset.alt_text, asset.folder_id],
    ['Poster', 'A poster', idOf('folder', 'folder')],
  )
  assert.deepEqual(
    asset.tags.map(({ name }: { name: string }) => name),
    ['Summer'],
  )
  for (const query of ['search=poster', 'search=summer', `folder_id=${idOf('folder', 'folder')}`])
    assert.equal((await get(`/api/assets?${query}`)).length, 1, query)
  assert.equal((await get('/api/folders'))[0].name, 'Spring')
  assert.equal((await get(`/api/templates/${idOf('template', 'template')}`)).name, 'Card')
  assert.equal((await get('/api/brand-kit/colors'))[0].hex, '#FF0000')
  assert.equal((await get('/api/changes?since=0'))[0].type, 'folder.created')
  const json = { client_id: publicId('client', ids.client!), client_secret: clientSecret }
  assert.equal((await send(service, 'POST', '/oauth/access-token', { json })).status, 200)
  const page = browser(service)
  assert.equal((await page.signIn(ada.email, ada.password)).status, 200)
  assert.equal((await page.get('/portal/api/me')).body.data.companies[0].role, 'owner')
}

test('what the first schema held is served by this version, and is as before where the copy from before is', async () => {
  const config = await emptyConfig()
  await asOwner(config.database, async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(firstMigration)
    if (error) throw error
    await fill(db)
  })
  const before = await contents(config.database)
  assert.equal(before[0]!.migrations, firstMigration)
  const copy = await copyOf(config)

  const service = await startOn(config)
  await assertServes(service).finally(service.close)
  assert.ok((await contents(config.database))[0]!.migrations.endsWith(lastMigration))

  assert.deepEqual(await contents(copy.database), before)
  const again = await startOn(copy)
  await assertServes(again).finally(again.close)
})

test('a version that is older than the schema says so in one line, and touches nothing', async () => {
  const config = await emptyConfig()
  const { database } = config
  await startOn(config).then(({ close }) => close())
  const migrated = (name: string) =>
    asOwner(database, (db) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db),
    )
  await migrated('9999-tomorrow')
  const before = await contents(database)
  for (const command of ['serve', 'migrate']) {
    assert.deepEqual(await runCommand({ ...environmentOf(config), PORT: '0' }, [command]), {
      code: 2,
      out: '',
      err: `A newer version of Atelier has upgraded this database to 9999-tomorrow, and this one knows ${lastMigration}. Start that version again, or restore the backup from before the upgrade.\n`,
    })
  }
  assert.deepEqual(await contents(database), before)
})
