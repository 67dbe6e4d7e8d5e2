import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted } from './admission.ts'
import type { Schema } from './schema.ts'

export type Handle = Kysely<Schema>

const known = new WeakMap<Handle, { probe: Handle; places: number }>()

/** The same connections for all, and a line before them. */
export function behind(pool: pg.Pool, connectionsMax: number) {
  const line = admission(connectionsMax)
  const as = (who: Parameters<Admission['enter']>[0]): Handle =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  const handles = { db: as('request'), background: as('background'), probe: as('probe') }
  for (const handle of Object.values(handles))
    known.set(handle, { probe: handles.probe, places: connectionsMax })
  return { ...handles, admission: line }
}

/** The same database for whom nobody may keep waiting. */
export const probeOf = (db: Handle): Handle => known.get(db)?.probe ?? db

/** Statements that can be carried out at once; further ones stand in line. The embedded engine has one connection. */
export const placesOf = (db: Handle): number => known.get(db)?.places ?? Number.POSITIVE_INFINITY
