import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted, type Who } from './admission.ts'
import { sessionOf } from './prepared.ts'
import type { Schema } from './schema.ts'

export type Connections = { pool: pg.Pool; max: number; admission: Admission }

/** @param max maximum number of concurrent statements. The embedded engine has one connection. */
export const openConnections = (pool: pg.Pool, max: number): Connections => ({
  pool,
  max,
  admission: admission(max),
})

export const dialectFor = ({ pool, admission }: Connections, who: Who): PostgresDialect =>
  new PostgresDialect({ pool: admitted(pool, admission, who) })

/**
 * Runs queries at startup, before handles exist. A handle needs notifications, and notifications need
 * queries.
 */
export const queriesAhead = (connections: Connections): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: dialectFor(connections, 'probe') })

/**
 * Runs queries ahead of requests, on a connection that was already open at that time.
 * @param since the time by `performance.now()`.
 * @returns undefined if no such connection is left, or the time of opening is unknown.
 */
export async function queryOlderSession<Row extends pg.QueryResultRow>(
  { pool, admission }: Connections,
  since: number,
  query: pg.QueryConfig,
): Promise<Row[] | undefined> {
  const leave = await admission.enter('probe')
  const taken: pg.PoolClient[] = []
  try {
    for (;;) {
      const client = await pool.connect()
      taken.push(client)
      if (sessionOf(client).startedAt <= since) return (await client.query<Row>(query)).rows
      if (pool.idleCount === 0) return undefined
    }
  } finally {
    // A lost connection removes itself from the pool.
    for (const client of taken) client.release()
    leave()
  }
}
