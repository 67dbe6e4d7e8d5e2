import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createDirectory } from '../disk/create-directory.ts'
import { lockData } from './data-lock.ts'
import { type EngineThread, makeDatabase, startEngine } from './engine-thread.ts'
import { listeners, type Notifications } from './notifications.ts'
import { columnTypes, preparingClient } from './prepared.ts'

/**
 * How long a caller waits for the connection, which is longer than any statement should take. The caller then
 * gets an error instead of waiting forever.
 */
const connectTimeoutMs = 30_000
/** Maximum number of prepared statements. Each statement takes about 16 kB of memory that the engine never frees. */
const preparedStatementsMax = 500

export type Embedded = {
  /**
   * One connection, given to one user at a time in the order of requests. Closing it does not stop the
   * engine.
   */
  dialect: Dialect
  pool: pg.Pool
  notifications: Notifications
  /** How often the engine has synced files since startup. Tests use it to check that a commit is durable. */
  syncs(): Promise<number>
  /** Resolves with the reason when the engine has stopped and accepts no queries. */
  ended: Promise<Error>
  /** Waits for the current user of the connection, then stops the engine and unlocks the directory. */
  close(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL in `directory` and creates the directory and the database if they are
 * missing. PostgreSQL runs in its own thread, and `pg` connects to it as to any server
 * (docs/decisions/embedded-engine.md).
 * @throws {DataInUseError} if a running process uses the directory.
 */
export async function openEmbedded(directory: string): Promise<Embedded> {
  createDirectory(directory)
  const lock = lockData(directory)
  try {
    const data = join(directory, 'data')
    if (!existsSync(data)) await makeData(directory, data)
    const engine = await startEngine(data)
    const pool = openPool(engine)
    const close = async () => {
      await pool.end()
      await engine.close()
      lock.release()
    }
    let closed: Promise<void> | undefined
    return {
      dialect: dialectOf(pool),
      pool,
      notifications: notificationsOf(pool),
      ended: engine.ended,
      syncs: async () => engine.syncs(),
      close: () => (closed ??= close()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The database is created under a temporary name, so that an interrupted start leaves nothing that looks like
 * a database.
 */
async function makeData(directory: string, data: string) {
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await makeDatabase(unfinished)
  renameSync(unfinished, data)
  const file = openSync(directory, 'r')
  fsyncSync(file)
  closeSync(file)
}

function openPool(engine: EngineThread) {
  const pool = new pg.Pool({
    Client: preparingClient(preparedStatementsMax),
    pipeline: true,
    stream: () => engine.connect(),
    user: 'postgres',
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 0,
    types: columnTypes,
  })
  // When the thread has exited, every query fails with the reason. Without a listener, the event would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Kysely ends the pool of its dialect. Here, the engine ends the pool, so that several Kysely instances can
 * share it.
 */
function dialectOf(pool: pg.Pool): Dialect {
  return new PostgresDialect({
    pool: { connect: () => pool.connect(), end: async () => {}, options: pool.options },
  })
}

/** The only session receives the notifications of its own commits, because there is no other sender. */
function notificationsOf(pool: pg.Pool): Notifications {
  const known = listeners()
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => known.notify(channel, payload)),
  )
  return {
    async listen(channel, onNotify, onLost) {
      const listener = { onNotify, onLost }
      if (known.add(channel, listener)) await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => known.remove(channel, listener)
    },
    isListening: () => true,
    onSubscriptionLost: () => {},
    close: async () => {},
  }
}
