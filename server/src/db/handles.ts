import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted } from './admission.ts'
import { connectedAt } from './postgres.ts'
import type { Schema } from './schema.ts'

export type Handle = Kysely<Schema>

const known = new WeakMap<Handle, { probe: Handle; places: number; pool: pg.Pool; line: Admission }>()

/** The same connections for all, and a line before them. */
export function behind(pool: pg.Pool, connectionsMax: number) {
  const line = admission(connectionsMax)
  const as = (who: Parameters<Admission['enter']>[0]): Handle =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  const handles = { db: as('request'), background: as('background'), probe: as('probe') }
  for (const handle of Object.values(handles))
    known.set(handle, { probe: handles.probe, places: connectionsMax, pool, line })
  return { ...handles, admission: line }
}

/** The same database for whom nobody may keep waiting. */
export const probeOf = (db: Handle): Handle => known.get(db)?.probe ?? db

/** Statements that can be carried out at once; further ones stand in line. The embedded engine has one connection. */
export const placesOf = (db: Handle): number => known.get(db)?.places ?? Number.POSITIVE_INFINITY

/**
 * Asks on a connection that was open at that time already, ahead of requests.
 * @param since by `performance.now()`.
 * @returns undefined where no such connection is left, or nobody knows when it was opened.
 */
export async function askOlderSession<Row extends pg.QueryResultRow>(
  db: Handle,
  since: number,
  query: pg.QueryConfig,
): Promise<Row[] | undefined> {
  const found = known.get(db)
  if (!found) return undefined
  const { pool, line } = found
  const leave = await line.enter('probe')
  const taken: pg.PoolClient[] = []
  try {
    for (;;) {
      const client = await pool.connect()
      taken.push(client)
      if (connectedAt(client) <= since) return (await client.query<Row>(query)).rows
      if (pool.idleCount === 0) return undefined
    }
  } finally {
    // One that was lost leaves the pool by itself.
    for (const client of taken) client.release()
    leave()
  }
}
