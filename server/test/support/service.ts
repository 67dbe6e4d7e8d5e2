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

/** What is to be done when the file ends, the last thing first: a service closes before its directory goes. */
const endings: (() => Promise<unknown>)[] = []
let isOver = false
after(() => {
  isOver = true
  return endAll()
})

/** Now, and not when nothing happens any more: what runs may be what happens. */
export async function endAll() {
  for (const end of endings.splice(0).reverse()) await end()
}

/** For what stands on a config or a service: it is ended before these are. */
export function atEnd(end: () => Promise<unknown>) {
  // The runner takes a file for ended when no test is left that it knows of.
  assert.ok(!isOver, 'A file waits for all that it needs before its first test, or nothing of it is ended.')
  endings.push(end)
}

type Options = {
  env?: Record<string, string>
  /** Where log lines go; nowhere when not given. */
  log?: (line: string) => void
}

/** A whole service on a database and a directory of its own, gone when the test file ends. */
export async function startService({ env = {}, log }: Options = {}): Promise<Service> {
  return startUntilEnd(await freshConfig(env), log)
}

/** Another node of the same service, on PostgreSQL alone. */
export function startNode({ config }: Service): Promise<Service> {
  assert.equal(config.database.kind, 'postgres')
  return startUntilEnd(config)
}

async function startUntilEnd(config: Config, log?: Options['log']): Promise<Service> {
  const service = await startOn(config, log)
  atEnd(service.close)
  return service
}

/** A service on a config that outlives it: whoever starts it closes it. */
export async function startOn(config: Config, log?: Options['log']): Promise<Service> {
  const foundation = await openFoundation(config)
  const logger = log ? pino({ base: null }, { write: eachLine(log) }) : pino({ level: 'silent' })
  return { ...foundation, ...(await startApp(config, foundation, logger)), config }
}

/** Answers that leave together are written together. */
export const eachLine = (log: (line: string) => void) => (lines: string) => {
  for (const line of lines.trimEnd().split('\n')) log(line)
}

/** A config with a database of its own, migrated and empty. Rate limits are off unless asked for. */
export async function freshConfig(env: Record<string, string> = {}): Promise<Config> {
  const config = await configWith(env, copyOnServer)
  if (config.database.kind === 'embedded') await copyIntoDirectory(config.database.directory)
  return config
}

/** A config whose database, on the engine under test, holds nothing at all. */
export const emptyConfig = () =>
  configWith({}, async (adminUrl, name) => {
    await asAdmin(adminUrl, `create database ${name}`)
    // Once the database is gone: its first migration creates the role.
    atEnd(() => asAdmin(adminUrl, `drop role if exists ${ownRoleOf(name)}`))
  })

/** Of the services that a file starts on one database: nodes must have the same key. */
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
      // A vacuum of the server itself is at work there. Force may not end it; without force it is asked to go.
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
