// A migrated empty database is created once and copied for each service of the tests, until a migration changes.
import { createHash, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../../src/db/database.ts'

const sources = fileURLToPath(new URL('../../src/db/', import.meta.url))
const prefix = 'atelier-template-'

/** Copies the database into `directory`. Creating a database takes three seconds, and copying it 0.1 s. */
export async function copyIntoDirectory(directory: string): Promise<void> {
  const template = join(tmpdir(), prefix + (await hashOfMigrations()))
  if (!(await stat(template).catch(() => undefined))) await makeDirectory(template)
  await cp(template, directory, { recursive: true })
}

/**
 * Created under a temporary name, because several test files may create the database at the same time, and the last
 * one wins.
 */
async function makeDirectory(template: string) {
  const unfinished = `${template}.${randomBytes(4).toString('hex')}`
  const database = await openDatabase({ kind: 'embedded', directory: unfinished })
  await database.close()
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }))
}

/** Creates a copy as the database `name` on the server of `adminUrl`. */
export async function copyOnServer(adminUrl: string, name: string): Promise<void> {
  const template = prefix + (await hashOfMigrations())
  const admin = new pg.Client(adminUrl)
  await admin.connect()
  try {
    if (!(await isThere(admin, template))) await makeOnServer(admin, adminUrl, template)
    // Copying the files takes 33 % of the time of logging each page, and tests do not need the log.
    await admin.query(`create database ${name} template "${template}" strategy file_copy`)
  } finally {
    await admin.end()
  }
}

/**
 * One copy at a time, because a database with open connections cannot be copied. The lock ends with the
 * session.
 */
async function makeOnServer(admin: pg.Client, adminUrl: string, template: string) {
  await admin.query('select pg_advisory_lock(hashtext($1))', [prefix])
  if (!(await isThere(admin, template))) {
    const unfinished = `${template}-${randomBytes(4).toString('hex')}`
    await admin.query(`create database "${unfinished}"`)
    const url = databaseUrl(adminUrl, unfinished)
    const database = await openDatabase({ kind: 'postgres', url, connectionsMax: 1 })
    await database.close()
    await admin.query(`alter database "${unfinished}" rename to "${template}"`)
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [prefix])
}

async function isThere(admin: pg.Client, name: string) {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of globSync('{migrate.ts,migrations/*.{ts,sql}}', { cwd: sources }).sort())
    hash.update(await readFile(join(sources, path)))
  hash.update(await readFile(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  return hash.digest('hex').slice(0, 16)
}
