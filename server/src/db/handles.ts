import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted } from './admission.ts'
import type { Schema } from './schema.ts'

export type Handle = Kysely<Schema>

const probes = new WeakMap<Handle, Handle>()

/** The same connections for all, and a line before them. */
export function behind(pool: pg.Pool, places: number) {
  const line = admission(places)
  const as = (who: Parameters<Admission['enter']>[0]): Handle =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  const handles = { db: as('request'), background: as('background'), probe: as('probe') }
  for (const handle of Object.values(handles)) probes.set(handle, handles.probe)
  return { ...handles, admission: line }
}

/** The same database for whom nobody may keep waiting. */
export const probeOf = (db: Handle): Handle => probes.get(db) ?? db
