import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { standbyError, standbyState } from './database-errors.ts'
import { columnTypes, connectionOf, preparingClient, sessionOf } from './prepared.ts'

/**
 * Maximum duration of a statement. A longer statement is an error and must not hold a connection that others wait for.
 */
export const statementTimeoutMs = 15_000
/** Maximum wait for a connection. Afterwards, the caller should retry later. */
const connectTimeoutMs = 5_000
const idleTimeoutMs = 30_000
/**
 * Maximum number of prepared statements, which use memory on every connection. Further statements run
 * unprepared.
 */
const preparedStatementsMax = 1_000

/** What a connection is used for. Replicas are read with the app's role, and only a replica may be a standby. */
type Use = 'app' | 'owner' | 'replica'

export type PostgresOptions = {
  url: string
  connectionsMax: number
  as: Use
  /** Undefined for the account itself, and behind a pooler. */
  role?: string
  /**
   * Whether the connection leads to a pooler, which can give each transaction another session. In that case, there are
   * no startup parameters and no named statements.
   */
  isPooled?: boolean
}

/** Opens PostgreSQL with a pool. Every statement with parameters is prepared once per connection. */
export const openPostgres = (options: PostgresOptions): Dialect =>
  new PostgresDialect({ pool: async () => postgresPool(options) })

export function postgresPool({
  url,
  connectionsMax,
  as,
  role,
  isPooled = false,
}: PostgresOptions): PostgresPool {
  const pool = new PostgresPool({
    ...(isPooled ? { connectionString: url } : sessionOptions(url, as, role)),
    Client: preparingClient(isPooled ? 0 : preparedStatementsMax),
    pipeline: true,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: `atelier-${as}`,
    types: columnTypes,
    // A pooler repeats what the server reported when the pooler connected, possibly long ago.
    ...(as !== 'replica' && !isPooled && { onConnect: refuseStandby }),
  })
  // The pool replaces a dead connection, and its user gets the error. Without a listener, the event would end
  // the process.
  pool.on('error', () => {})
  if (!isPooled)
    pool.on('connect', (client) => {
      sessionOf(client).startedAt = performance.now()
    })
  // The server has become a standby, so all its connections are useless.
  if (as !== 'replica')
    pool.on('connect', (client) =>
      connectionOf(client).on('errorMessage', ({ code }) => {
        if (code === standbyState) setImmediate(() => pool.dropConnections())
      }),
    )
  return pool
}

/** The role is part of the startup packet, so the connection never has more rights than the app. */
function sessionOptions(url: string, as: Use, role: string | undefined): pg.PoolConfig {
  // Session parameters of the URL are kept, but ours come later and take precedence.
  const target = new URL(url)
  const given = target.searchParams.get('options')
  target.searchParams.delete('options')
  // JIT compilation takes seconds for plans with many branches, such as list queries, while the statements
  // take milliseconds.
  const settings = ['-c timezone=UTC', '-c jit=off', role && `-c role=${role}`]
  return {
    connectionString: target.href,
    options: [given, ...settings].filter(Boolean).join(' '),
    statement_timeout: as === 'owner' ? false : statementTimeoutMs,
  }
}

/** A pool that can close its connections, even connections in use. */
export class PostgresPool extends pg.Pool {
  readonly #open = new Set<pg.ClientBase>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => {
      this.#open.add(client)
      client.on('error', () => {})
    })
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Closes every connection, so that waiting callers fail immediately. New connections are opened on demand. */
  dropConnections() {
    for (const client of this.#open) connectionOf(client).stream.destroy()
  }
}

/**
 * PostgreSQL reports at the start of a session whether the server is a standby, which has old data and is
 * read-only.
 */
async function refuseStandby(client: pg.ClientBase) {
  if (sessionOf(client).isStandby) throw standbyError()
}
