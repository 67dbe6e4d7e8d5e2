import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Admission, admission, admitted } from './admission.ts'
import type { Schema } from './schema.ts'

export type Handle = Kysely<Schema>

/** The same connections for all, and a line before them. */
export function behind(pool: pg.Pool, places: number) {
  const line = admission(places)
  const as = (who: Parameters<Admission['enter']>[0]): Handle =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  return { db: as('request'), background: as('background'), probe: as('probe'), admission: line }
}
