import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { columnTypes, preparingClient } from './prepared.ts'
import { appRole } from './roles.ts'

/** A statement that runs longer is a mistake; it must not hold a connection that others wait for. */
const statementTimeoutMs = 15_000
/** Waiting longer for a connection helps nobody: the caller is told to come back. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 30_000
/** Each prepared statement costs memory on every connection. Past this many the rest run unprepared. */
const preparedStatementsMax = 1_000

export type PostgresOptions = { url: string; connectionsMax: number; as: 'app' | 'owner' }

/** PostgreSQL behind a pool. Every statement with parameters is prepared once a connection, under a name of its own. */
export const openPostgres = (options: PostgresOptions): Dialect =>
  new PostgresDialect({ pool: async () => postgresPool(options) })

export function postgresPool({ url, connectionsMax, as }: PostgresOptions): pg.Pool {
  // What the URL sets for its sessions stays, but what we need of them comes after it and so holds.
  const target = new URL(url)
  const given = target.searchParams.get('options')
  target.searchParams.delete('options')
  // Compiling costs seconds where a plan has many branches, as those of lists have, and our statements take milliseconds.
  const settings = ['-c timezone=UTC', '-c jit=off', as === 'app' && `-c role=${appRole}`]
  const options = [given, ...settings].filter(Boolean).join(' ')
  const pool = new pg.Pool({
    connectionString: target.href,
    Client: preparingClient(preparedStatementsMax),
    pipeline: true,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    statement_timeout: as === 'app' ? statementTimeoutMs : false,
    application_name: `atelier-${as}`,
    // Part of the start-up packet: there is no moment in which the connection is more than the app may be.
    options,
    types: columnTypes,
  })
  // A connection that dies is replaced by the pool, and whoever used it is told; unheard, the event would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
