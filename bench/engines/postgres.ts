import { sql } from 'kysely'
import pg from 'pg'
import type { Handle } from '../../server/src/db/handle.ts'
import { openPostgres } from '../../server/src/db/postgres.ts'
import { appRoleOf } from '../../server/src/db/roles.ts'
import { bareHandle } from '../../server/test/support/bare-handle.ts'
import { movePostgres } from './cpu-pinning.ts'
import { type Engine, type Filled, type Filling, fillNew, generatorHash, readFacts } from './engine.ts'

/** Creates databases on the server of `adminUrl`, whose account must be allowed to do so. */
export async function postgresEngine(adminUrl: string): Promise<Engine> {
  const { rows } = await admin(adminUrl, 'show server_version')
  const version = String(rows[0].server_version).split(' ')[0]
  return {
    kind: 'postgres',
    title: `PostgreSQL ${version}`,
    open: (filling) => open(adminUrl, filling),
    copy: (filled, name, statements) => copy(adminUrl, filled, name, statements),
    moveTo: (core) => movePostgres(adminUrl, core),
  }
}

async function open<Facts>(adminUrl: string, filling: Filling<Facts>): Promise<Filled<Facts>> {
  const prefix = `atelier_bench_${filling.name}_`
  const name = prefix + generatorHash()
  const url = databaseUrl(adminUrl, name)
  // Drops without `force`, because `force` fails while an autovacuum worker uses the database, which only an
  // administrator can end.
  const remove = async () => void (await admin(adminUrl, `drop database if exists ${name}`))
  if (!filling.kept) await remove()
  const known = await databasesLike(adminUrl, prefix)
  const facts = known.includes(name)
    ? await asOwner<Facts>(url, readFacts)
    : await fillAnew(adminUrl, name, known, filling)
  const environment = { DATABASE_URL: url }
  return { facts, server: environment, baseline: environment, remove }
}

/**
 * Fills a database under a temporary name and renames it when it is full. Replaces databases of older
 * generators.
 */
async function fillAnew<Facts>(adminUrl: string, name: string, outdated: string[], filling: Filling<Facts>) {
  for (const other of outdated) await admin(adminUrl, `drop database ${other}`)
  const unfinished = `${name}_unfinished`
  console.error(`Filling ${name} …`)
  await admin(adminUrl, `create database ${unfinished}`)
  const facts = await asOwner(databaseUrl(adminUrl, unfinished), (owner) =>
    appRoleOf(owner).then((role) => fillNew(owner, role, filling)),
  )
  await admin(adminUrl, `alter database ${unfinished} rename to ${name}`)
  return facts
}

async function copy(adminUrl: string, from: Filled<unknown>, copyName: string, statements: string[]) {
  const name = `atelier_bench_${copyName}`
  const url = databaseUrl(adminUrl, name)
  const remove = async () => void (await admin(adminUrl, `drop database if exists ${name}`))
  await remove()
  const source = new URL(from.server.DATABASE_URL!).pathname.slice(1)
  await admin(adminUrl, `create database ${name} template ${source}`)
  await asOwner(url, async (owner) => {
    for (const statement of statements) await sql.raw(statement).execute(owner)
  })
  const environment = { DATABASE_URL: url }
  return { facts: undefined, server: environment, baseline: environment, remove }
}

async function databasesLike(adminUrl: string, prefix: string): Promise<string[]> {
  const { rows } = await admin(
    adminUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  )
  return rows.map(({ datname }) => datname)
}

async function asOwner<T>(url: string, work: (owner: Handle) => Promise<T>): Promise<T> {
  const owner = bareHandle(openPostgres({ url, connectionsMax: 1, as: 'owner' }))
  return work(owner).finally(() => owner.destroy())
}

async function admin(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

function databaseUrl(adminUrl: string, name: string) {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
