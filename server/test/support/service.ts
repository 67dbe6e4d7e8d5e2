import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { type Foundation, openFoundation } from '../../src/app/foundation.ts'
import { type App, startApp } from '../../src/app.ts'
import { type Config, parseConfig } from '../../src/config.ts'
import { ownRoleOf } from '../../src/db/roles.ts'
import { copyIntoDirectory, copyOnServer, databaseUrl } from './migrated-databases.ts'

const postgresUrl = process.env.TEST_DATABASE_URL

export const engine = postgresUrl ? 'postgres' : 'embedded'

export type Service = Foundation & App & { config: Config }

/**
 * Cleanup at the end of the file, in reverse order, so that a service closes before its directory is deleted.
 */
const endings: (() => Promise<unknown>)[] = []
let isOver = false
after(() => {
  isOver = true
  return endAll()
})

/**
 * Runs the cleanup now and not when the event loop is empty, because a running resource may be the one to
 * close.
 */
export async function endAll() {
  for (const end of endings.splice(0).reverse()) await end()
}

/** Registers cleanup for resources that use a config or a service. They are closed first. */
export function atEnd(end: () => Promise<unknown>) {
  // The test runner ends a file when it knows of no more tests.
  assert.ok(!isOver, 'Await all set-up before the first test of a file. Otherwise it is not cleaned up.')
  endings.push(end)
}

type Options = {
  env?: Record<string, string>
  /** Receives log lines. By default, they are discarded. */
  log?: (line: string) => void
}

/** A whole service with its own database and directory. It ends with the test file. */
export async function startService({ env = {}, log }: Options = {}): Promise<Service> {
  return startUntilEnd(await freshConfig(env), log)
}

/** Another node of the same service, on PostgreSQL only. */
export function startNode({ config }: Service): Promise<Service> {
  assert.equal(config.database.kind, 'postgres')
  return startUntilEnd(config)
}

async function startUntilEnd(config: Config, log?: Options['log']): Promise<Service> {
  const service = await startOn(config, log)
  atEnd(service.close)
  return service
}

/** A service with a config that outlives it. The caller must close it. */
export async function startOn(config: Config, log?: Options['log']): Promise<Service> {
  const foundation = await openFoundation(config)
  const logger = log ? pino({ base: null }, { write: eachLine(log) }) : pino({ level: 'silent' })
  return { ...foundation, ...(await startApp(config, foundation, logger)), config }
}

/** Splits the output, because lines of concurrent responses are written together. */
export const eachLine = (log: (line: string) => void) => (lines: string) => {
  for (const line of lines.trimEnd().split('\n')) log(line)
}

/** A config with its own database, migrated and empty. Rate limits are off by default. */
export async function freshConfig(env: Record<string, string> = {}): Promise<Config> {
  const config = await configWith(env, copyOnServer)
  if (config.database.kind === 'embedded') await copyIntoDirectory(config.database.directory)
  return config
}

/** A config whose database is completely empty, on the engine under test. */
export const emptyConfig = () =>
  configWith({}, async (adminUrl, name) => {
    await asAdmin(adminUrl, `create database ${name}`)
    // Runs after the database is dropped, because its first migration creates the role.
    atEnd(() => asAdmin(adminUrl, `drop role if exists ${ownRoleOf(name)}`))
  })

/** The secret key of all services of a file, because nodes of one database must share it. */
const sharedKey = randomBytes(32).toString('base64')

type MakeDatabase = (adminUrl: string, name: string) => Promise<void>

async function configWith(env: Record<string, string>, makeDatabase: MakeDatabase): Promise<Config> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  atEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  return parseConfig({
    PORT: '0',
    DATA_DIR: directory,
    RATE_LIMIT_PER_MINUTE: '0',
    TOKENS_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    ...(env.DATABASE_URL
      ? { SECRET_KEY: sharedKey }
      : postgresUrl && { DATABASE_URL: await newDatabase(postgresUrl, makeDatabase) }),
    ...env,
  })
}

async function newDatabase(adminUrl: string, makeDatabase: MakeDatabase): Promise<string> {
  const name = `atelier_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await makeDatabase(adminUrl, name)
  atEnd(() =>
    asAdmin(adminUrl, `drop database ${name} with (force)`).catch((error) => {
      // An autovacuum may be running there. `force` cannot end it, but without `force`, PostgreSQL cancels
      // it.
      if (error.code !== '42501') throw error
      return asAdmin(adminUrl, `drop database ${name}`)
    }),
  )
  return databaseUrl(adminUrl, name)
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
