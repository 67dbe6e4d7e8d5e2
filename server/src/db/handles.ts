import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted } from './admission.ts'
import type { Schema } from './schema.ts'

export type Handle = Kysely<Schema>

const probes = new WeakMap<Handle, Handle>()
const places = new WeakMap<Handle, number>()

/** The same connections for all, and a line before them. */
export function behind(pool: pg.Pool, connectionsMax: number) {
  const line = admission(connectionsMax)
  const as = (who: Parameters<Admission['enter']>[0]): Handle =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  const handles = { db: as('request'), background: as('background'), probe: as('probe') }
  for (const handle of Object.values(handles)) {
    probes.set(handle, handles.probe)
    places.set(handle, connectionsMax)
  }
  return { ...handles, admission: line }
}

/** The same database for whom nobody may keep waiting. */
export const probeOf = (db: Handle): Handle => probes.get(db) ?? db

/** Statements that can be carried out at once; further ones stand in line. The embedded engine has one connection. */
export const placesOf = (db: Handle): number => places.get(db) ?? Number.POSITIVE_INFINITY
