import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { columnTypes, connectionOf, preparingClient } from './prepared.ts'
import { standbyError, standbyState } from './unavailable.ts'

/** A statement that runs longer is a mistake; it must not hold a connection that others wait for. */
export const statementTimeoutMs = 15_000
/** Waiting longer for a connection helps nobody: the caller is told to come back. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 30_000
/** Each prepared statement costs memory on every connection. Past this many the rest run unprepared. */
const preparedStatementsMax = 1_000

/** What a connection is for: a replica is read as the app, and is the one that may be a standby. */
type Use = 'app' | 'owner' | 'replica'

export type PostgresOptions = {
  url: string
  connectionsMax: number
  as: Use
  /** The role that its sessions work as; the account itself, when there is none or a pooler is in between. */
  role?: string
  /**
   * Whether it leads to a pooler, which gives each transaction another session: then nothing is said at its beginning
   * and no statement has a name.
   */
  isPooled?: boolean
}

/** PostgreSQL behind a pool. Every statement with parameters is prepared once a connection, under a name of its own. */
export const openPostgres = (options: PostgresOptions): Dialect =>
  new PostgresDialect({ pool: async () => postgresPool(options) })

export function postgresPool({ url, connectionsMax, as, role, isPooled = false }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...(isPooled ? { connectionString: url } : sessionOf(url, as, role)),
    Client: preparingClient(isPooled ? 0 : preparedStatementsMax),
    pipeline: true,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: `atelier-${as}`,
    types: columnTypes,
    // A pooler repeats what it heard when it connected itself, which may be long ago.
    ...(as !== 'replica' && !isPooled && { onConnect: refuseStandby }),
  })
  // A connection that dies is replaced by the pool, and whoever used it is told; unheard, the event would end
  // the process.
  pool.on('error', () => {})
  const open = opened(pool)
  // A pooler may give each transaction another session.
  if (!isPooled) pool.on('connect', (client) => void openedAt.set(client, performance.now()))
  // The server has become a standby: all that lead to it are of no use any more.
  if (as !== 'replica')
    pool.on('connect', (client) =>
      connectionOf(client).on('errorMessage', ({ code }) => {
        if (code === standbyState) setImmediate(() => drop(open))
      }),
    )
  return pool
}

/** Part of the start-up packet: there is no moment in which the connection is more than the app may be. */
function sessionOf(url: string, as: Use, role: string | undefined): pg.PoolConfig {
  // What the URL sets for its sessions stays, but what we need of them comes after it and so holds.
  const target = new URL(url)
  const given = target.searchParams.get('options')
  target.searchParams.delete('options')
  // Compiling costs seconds where a plan has many branches, as those of lists have, and our statements take milliseconds.
  const settings = ['-c timezone=UTC', '-c jit=off', role && `-c role=${role}`]
  return {
    connectionString: target.href,
    options: [given, ...settings].filter(Boolean).join(' '),
    statement_timeout: as === 'owner' ? false : statementTimeoutMs,
  }
}

const openedAt = new WeakMap<pg.ClientBase, number>()

/** When the session of a connection began, by `performance.now()`: infinity where that is not known. */
export const connectedAt = (client: pg.ClientBase): number => openedAt.get(client) ?? Number.POSITIVE_INFINITY

const pools = new WeakMap<pg.Pool, Set<pg.ClientBase>>()

function opened(pool: pg.Pool) {
  const open = new Set<pg.ClientBase>()
  pools.set(pool, open)
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  return open
}

/** Cuts every connection, also those in use: whoever waits for an answer is told at once. New ones are made anew. */
export const dropConnections = (pool: pg.Pool): void => drop(pools.get(pool)!)

function drop(open: Set<pg.ClientBase>) {
  for (const client of open) connectionOf(client).stream.destroy()
}

/** PostgreSQL says at the start of a connection whether it is a standby: it would show what is old and change nothing. */
async function refuseStandby(client: pg.ClientBase) {
  if ((client as pg.ClientBase & { isStandby?: boolean }).isStandby) throw standbyError()
}
