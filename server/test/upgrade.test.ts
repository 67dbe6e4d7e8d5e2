// Engines: embedded, postgres
// Runs: first
// Upgrades from an earlier release's schema and rows to this version, and back, with the steps of
// docs/guides/upgrading.md.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Config, parseConfig } from '../src/config.ts'
import { migrate as migrateOpen } from '../src/db/migrate.ts'
import { sharedRole } from '../src/db/roles.ts'
import { backUp } from './support/backups.ts'
import { printed, runCommand } from './support/commands.ts'
import {
  asOwner,
  assertServes,
  firstMigration,
  lastMigration,
  leaveEarlier,
  lostRows,
  migrationNames,
  rowsIn,
  rowsOf,
} from './support/earlier-release.ts'
import { environmentOf } from './support/environment.ts'
import { frozenReleases, knownOf, leaveFrozen, schemaOf } from './support/frozen-releases.ts'
import { versionOf } from './support/older-version.ts'
import { makeAtelier, startPostgres, withoutServers } from './support/postgres-server.ts'
import { emptyConfig, engine, freshConfig, startOn } from './support/service.ts'

/** The test's own PostgreSQL server, which the test backs up like an administrator. */
const server = engine === 'postgres' && !withoutServers ? await startPostgres() : undefined
const skip = engine === 'postgres' && withoutServers
const databaseUrl = server && (await makeAtelier(server))

async function emptyInstallation(): Promise<Config> {
  const config = await emptyConfig()
  if (!server) return config
  await server.ask('drop database if exists atelier with (force)')
  await server.ask('create database atelier owner atelier')
  return parseConfig({
    DATA_DIR: config.dataDirectory,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    TOKENS_PER_MINUTE: '0',
    DATABASE_URL: databaseUrl!,
  })
}

const migrate = async (config: Config, env: Record<string, string> = {}): Promise<string[]> =>
  JSON.parse(await printed({ ...environmentOf(config), ...env }, 'migrate', '--json')).applied

const previousMigration = migrationNames.at(-2)!

for (const [name, last] of [
  ['first', firstMigration],
  ['previous', previousMigration],
] as const)
  test(`data of the ${name} schema is served after an upgrade, and is unchanged after restoring the backup`, {
    skip,
    timeout: 280_000,
  }, async () => {
    const config = await emptyInstallation()
    await leaveEarlier(config.database, last)
    const before = await rowsOf(config.database)
    const newer = migrationNames.slice(migrationNames.indexOf(last) + 1)
    const older = await versionOf(last)

    const backup = await backUp(config, server, older)
    assert.deepEqual(await rowsOf(config.database), before, 'a backup changes no row')
    assert.deepEqual(await migrate(config), newer)
    assert.deepEqual(lostRows(before, await rowsOf(config.database)), [])
    const service = await startOn(config)
    await assertServes(service).finally(service.close)

    await backup.restore()
    assert.deepEqual(await migrate(config, older), [], 'its own version has nothing to migrate')
    assert.deepEqual(await rowsOf(config.database), before)
    const again = await startOn(config)
    await assertServes(again).finally(again.close)
  })

for (const release of frozenReleases)
  test(`data of ${release} is served after an upgrade, and the schema equals that of a new database`, {
    skip: engine === 'embedded' && 'the dump is of a PostgreSQL server',
  }, async () => {
    const config = await emptyConfig()
    const known = knownOf(release)
    const schema = await asOwner(config.database, async (db) => {
      await leaveFrozen(db, release)
      const before = await rowsIn(db, known.ids.company!)
      assert.deepEqual(
        [...before].filter(([, rows]) => rows.length === 0),
        [],
      )
      assert.deepEqual(
        await migrateOpen(db, sharedRole),
        migrationNames.slice(migrationNames.indexOf(release) + 1),
      )
      assert.deepEqual(lostRows(before, await rowsIn(db, known.ids.company!)), [])
      return schemaOf(db)
    })
    const ofNew = await asOwner((await freshConfig()).database, schemaOf)
    assert.ok(ofNew.length > 500, 'there must be more rows')
    assert.deepEqual(
      schema.filter((line) => !ofNew.includes(line)),
      [],
    )
    assert.deepEqual(
      ofNew.filter((line) => !schema.includes(line)),
      [],
    )
    const service = await startOn(config)
    await assertServes(service, known).finally(service.close)
  })

/** A server would refuse to start with the fingerprint of another key. */
const withoutRow = 'key_fingerprints'

// An upgrade does not test a table without data. When you add a table, add a row in support/earlier-release.ts.
test('the data of the previous schema has a row in every table', async () => {
  const { database } = await emptyConfig()
  await leaveEarlier(database, previousMigration)
  const empty = [...(await rowsOf(database))].filter(([, rows]) => rows.length === 0).map(([name]) => name)
  assert.deepEqual(
    empty.filter((name) => name !== withoutRow),
    [],
  )
})

test('a version older than the schema reports that in one line and changes nothing', async () => {
  const config = await emptyConfig()
  const { database } = config
  await startOn(config).then(({ close }) => close())
  const migrated = (name: string) =>
    asOwner(database, (db) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db),
    )
  await migrated('9999-tomorrow')
  const before = await rowsOf(database)
  for (const command of ['serve', 'migrate']) {
    assert.deepEqual(await runCommand({ ...environmentOf(config), PORT: '0' }, [command]), {
      code: 2,
      out: '',
      err: `A newer version of Atelier has upgraded this database to 9999-tomorrow, but this version only knows ${lastMigration}. Use that version again, or restore the backup from before the upgrade.\n`,
    })
  }
  assert.deepEqual(await rowsOf(database), before)
})

/**
 * Changes that can break servers of the previous version: dropped or renamed objects, new constraints, and deleted
 * rows.
 */
const breaking =
  /drop (?:column|constraint|table|schema)|rename |set not null|data type|(?:create unique index|add constraint|delete from) /i
const inFunction = /\$\$.*?\$\$/gs

test('the guide says for each migration with breaking changes that old servers must be stopped', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const guide = read('../../docs/guides/upgrading.md')
  const [, version, newest] = /^\| (\d+\.\d+\.\d+)[^|]* \| `([^`]+)` \|/m.exec(guide) ?? []
  assert.equal(version, JSON.parse(read('../../package.json')).version)
  assert.equal(newest, lastMigration)
  const listed = [...guide.matchAll(/^\| \d.*\|(.*)\|$/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  )
  assert.deepEqual(
    listed.filter((name) => !migrationNames.includes(name)),
    [],
  )
  const contracting = migrationNames
    .filter((name) => name !== firstMigration)
    .filter((name) => breaking.test(read(`../src/db/migrations/${name}.ts`).replaceAll(inFunction, '')))
  assert.deepEqual(
    contracting.filter((name) => !listed.includes(name)),
    [],
  )
})
