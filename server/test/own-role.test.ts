// Engines: postgres
// Several installations in one PostgreSQL server, and accounts, servers and databases that are not suitable.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { migrations } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { ownRoleOf } from '../src/db/roles.ts'
import { type Outcome, runCommand } from './support/commands.ts'
import { newCompany } from './support/companies.ts'
import { type PostgresServer, startPostgres, withoutServers } from './support/postgres-server.ts'
import { startService } from './support/service.ts'

describe('installations in one PostgreSQL server', { skip: withoutServers }, async () => {
  if (withoutServers) return
  const server = await startPostgres()

  /** A database and its owner, which has no other privileges. */
  async function owned(name: string, rights = 'createrole') {
    await server.ask(`create role ${name} login ${rights}`)
    await server.ask(`create database ${name} owner ${name}`)
    return server.url(name, name)
  }

  const install = async (url: string) => {
    const database = await openDatabase({ kind: 'postgres', url, connectionsMax: 1 })
    await database.close()
    return database
  }

  test('each database has its own role, and its owner cannot read another database', async () => {
    const [one, two] = [await owned('one'), await owned('two')]
    await Promise.all([install(one), install(one), install(two)])
    assert.deepEqual(await rolesOf(server, 'one'), ['atelier_app_one'])
    assert.deepEqual(await rolesOf(server, 'two'), ['atelier_app_two'])
    await assert.rejects(asked(server.url('one', 'two'), 'select 1'), /permission denied for database/)
    await assert.rejects(asked(two, 'set role atelier_app_one'), /permission denied to set role/)
    const { warnings } = await install(one)
    assert.deepEqual(warnings, [])
  })

  test('databases that share the role of earlier versions get a warning, and can switch to their own roles', async () => {
    const urls = [await owned('old'), await owned('older')] as const
    await server.ask('create role atelier_app nologin')
    for (const name of ['old', 'older']) await server.ask(`grant atelier_app to ${name}`)
    for (const url of urls) await migrateAsShipped(url)
    await asked(server.url('old', 'older'), 'set role atelier_app; select id from companies')
    const { warnings } = await install(urls[0])
    assert.match(warnings.join(), /atelier_app has privileges in other databases too \("older"\).*--own-role/)

    const moved = await command(urls[0], 'migrate', '--own-role')
    assert.equal(moved.code, 0, moved.err)
    assert.match(
      moved.out,
      /The service now uses the role atelier_app_old, and atelier_app has no more privileges/,
    )
    await assert.rejects(asked(server.url('old', 'older'), 'select 1'), /permission denied for database/)
    await assert.rejects(
      asked(server.url('old', 'postgres'), 'set role atelier_app; select id from companies'),
      /permission denied for/,
    )
    assert.deepEqual((await install(urls[0])).warnings, [])
    const again = await command(urls[0], 'migrate', '--own-role')
    assert.match(again.out, /already has its own role/)

    const service = await startService({ env: { DATABASE_URL: urls[0] } })
    const acme = await newCompany(service, 'Acme')
    assert.equal((await acme.post('/api/folders', { name: 'Served' })).status, 201)
    const [fresh, afterwards] = [await rightsOf(server, 'one'), await rightsOf(server, 'old')]
    assert.ok(fresh.length > 100)
    assert.deepEqual(afterwards, fresh)
  })

  test('an account without privileges gets the statements to run, and they are sufficient', async () => {
    await server.ask('create role tenant login')
    await server.ask('create database hosted')
    const url = server.url('hosted', 'tenant')
    const refused = await command(url, 'migrate')
    assert.equal(refused.code, 2, refused.err)
    const statements = [...refused.err.matchAll(/^ {2}(.+);$/gm)].map(([, statement]) => statement!)
    assert.deepEqual(statements, [
      'grant create, usage on schema public to tenant',
      'grant create on database hosted to tenant',
      'create role atelier_app_hosted nologin',
      'grant atelier_app_hosted to tenant',
    ])
    for (const statement of statements) await server.ask(statement, 'hosted')
    const done = await command(url, 'migrate')
    assert.equal(done.code, 0, done.err)
    // The remaining statements require the database owner.
    const [, revoke] = /Run this as its owner: (revoke .+ from public);/.exec(done.err)!
    await server.ask(revoke!)
    const denied = await command(url, 'migrate')
    assert.equal(denied.code, 2)
    assert.match(denied.err, /Run this as an administrator: grant connect on database hosted to tenant;$/m)
    await server.ask('grant connect on database hosted to tenant')
    assert.deepEqual((await install(url)).warnings, [])
  })

  test('an account left in the role by an earlier database of the same name is reported, with the statement that removes it', async () => {
    await install(await owned('reused'))
    await server.ask('drop database reused')
    await server.ask('create role heir login createrole')
    await server.ask('create database reused owner heir')
    await server.ask('grant atelier_app_reused to heir')
    const [warning] = (await install(server.url('reused', 'heir'))).warnings
    assert.match(warning!, /^The account "reused" is a member of the role atelier_app_reused, so it can read/)
    await asked(server.url('reused', 'reused'), 'set role atelier_app_reused; select id from companies')
    await server.ask(/run this as an administrator: (.+)$/.exec(warning!)![1]!)
    assert.deepEqual((await install(server.url('reused', 'heir'))).warnings, [])
    await assert.rejects(asked(server.url('reused', 'reused'), 'select 1'), /permission denied for database/)
  })

  test('a database can have a name that is an SQL keyword, needs quoting, or equals the role of another database', async () => {
    await server.ask('create role strange login createrole')
    const roles = new Set<string>()
    const hashed = 'Größe "1"; --'
    const names = ['user', 'order', hashed, ownRoleOf(hashed).replace('atelier_app_', '')]
    for (const name of names) {
      await server.ask(`create database ${pg.escapeIdentifier(name)} owner strange`)
      assert.deepEqual((await install(server.url(name, 'strange'))).warnings, [], name)
      for (const role of await rolesOf(server, name)) roles.add(role)
    }
    assert.equal(roles.size, names.length)
  })

  test('an account that does not own the tables gets the statement to run', async () => {
    await server.ask('create role newcomer login')
    await server.ask('grant connect, create on database one to newcomer')
    await server.ask(
      'grant create, usage on schema public to newcomer; grant atelier_app_one to newcomer',
      'one',
    )
    const url = server.url('one', 'newcomer')
    const { code, err } = await command(url, 'migrate')
    assert.equal(code, 2, err)
    assert.match(err, /^ {2}grant one to newcomer;$/m)
    await server.ask('grant one to newcomer')
    assert.equal((await command(url, 'migrate')).code, 0)
  })

  test('a database that is not UTF-8 is rejected with an explanation', async () => {
    await server.ask('create role western login createrole')
    await server.ask(`create database western owner western encoding 'LATIN1' locale 'C' template template0`)
    const { code, err } = await command(server.url('western', 'western'), 'migrate')
    assert.deepEqual([code, err.trimEnd().split('\n').length], [2, 1], err)
    assert.match(err, /"western" has the encoding LATIN1, but Atelier needs UTF8/)
  })

  test('a server older than PostgreSQL 15 is rejected with an explanation', async () => {
    const url = await owned('aged')
    // Overrides the version for this account.
    await server.ask(
      `create schema aged authorization aged;
      create function aged.current_setting(text) returns text language sql
        return case $1 when 'server_version_num' then '140011' when 'server_version' then '14.11'
          else pg_catalog.current_setting($1) end;
      alter role aged set search_path = aged, pg_catalog, public`,
      'aged',
    )
    const { code, err } = await command(url, 'migrate')
    assert.deepEqual([code, err.trimEnd().split('\n').length], [2, 1], err)
    assert.match(err, /needs PostgreSQL 15 or newer, but this server is 14\.11/)
  })
})

const command = (url: string, ...args: string[]): Promise<Outcome> => runCommand({ DATABASE_URL: url }, args)

async function asked(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

/** Migrates like versions before per-database roles. */
async function migrateAsShipped(url: string) {
  const db = new Kysely<unknown>({ dialect: openPostgres({ url, connectionsMax: 1, as: 'owner' }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest().finally(() => db.destroy())
  if (error) throw error
}

const rolesOf = async (server: PostgresServer, database: string) =>
  (
    await server.ask<{ role: string }>(
      `select distinct grantee::regrole::text as role from pg_class, aclexplode(relacl)
      where relnamespace = 'public'::regnamespace and grantee <> relowner`,
      database,
    )
  ).map(({ role }) => role)

const rightsOf = async (server: PostgresServer, database: string) =>
  (
    await server.ask<{ line: string }>(
      `select concat_ws(' ', relname, privilege_type) as line from pg_class, aclexplode(relacl)
        where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and grantee <> relowner
          and relname !~ '_\\d{8}'
      union all select concat_ws(' ', attrelid::regclass, attname, privilege_type)
        from pg_attribute, aclexplode(attacl) where grantee <> 0
      union all select concat_ws(' ', nspname, privilege_type) from pg_namespace, aclexplode(nspacl)
        where nspname in ('public', 'pgboss') and grantee <> nspowner and grantee <> 0
      union all select concat_ws(' ', proname, privilege_type) from pg_proc, aclexplode(proacl)
        where pronamespace = 'public'::regnamespace and grantee <> proowner
      union all select concat_ws(' ', 'database', privilege_type) from pg_database, aclexplode(datacl)
        where datname = current_database() and grantee <> datdba
      order by 1`,
      database,
    )
  ).map(({ line }) => line)
