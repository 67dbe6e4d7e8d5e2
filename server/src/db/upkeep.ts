import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'

/**
 * What PostgreSQL's background processes do, for the embedded engine, which has none: without vacuum every change
 * leaves a dead row for ever, and without checkpoints the log grows, and with it the recovery after a kill.
 * One thing at a time, so that requests wait for one table and not for all (docs/decisions/jobs.md).
 */

/** An idle server asks one question in this time and writes nothing. */
const lookMs = 15_000
/** A table is vacuumed past this many dead rows, and this part of its living ones. */
const deadRowsMin = 1_000
const deadRowsPart = 0.1
/** Log that a start after a kill would have to read: about a second's work. */
const logBytesMax = 32 * 1024 * 1024
/** What was changed is in the files after this time, however little it is. */
const checkpointMinutes = 5
/** Requests wait so long: worth a line. */
const slowMs = 1_000

export type UpkeepLog = Pick<Logger, 'debug' | 'warn'>

/** @returns ends it, once what is being done is done. */
export function startUpkeep(db: Db, log: UpkeepLog): () => Promise<void> {
  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    working ??= keepUp(db, log)
      .catch((err) => log.warn({ err }, 'the database could not be kept up'))
      .finally(() => {
        working = undefined
      })
  }, lookMs)
  return async () => {
    clearInterval(timer)
    await working
  }
}

/** Vacuums the table that needs it most, and writes a checkpoint, where one is due. */
export async function keepUp(db: Db, log: UpkeepLog): Promise<void> {
  const table = await neediestTable(db)
  if (table) {
    const name = `${table.schema}.${table.name}`
    const vacuum = sql`vacuum (analyze) ${sql.id(table.schema, table.name)}`
    await timed(log, { table: name, dead_rows: table.dead }, 'vacuumed', () => vacuum.execute(db))
  }
  if (await isCheckpointDue(db)) await timed(log, {}, 'checkpoint written', () => sql`checkpoint`.execute(db))
}

type Table = { schema: string; name: string; dead: number }

async function neediestTable(db: Db): Promise<Table | undefined> {
  const { rows } = await sql<Table>`
    select schemaname as schema, relname as name, n_dead_tup as dead from pg_stat_user_tables
    where schemaname in ('public', 'pgboss')
      and greatest(n_dead_tup, n_mod_since_analyze) > ${deadRowsMin}::float8 + ${deadRowsPart}::float8 * n_live_tup
    order by n_dead_tup desc limit 1`.execute(db)
  return rows[0]
}

async function isCheckpointDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ bytes: number; is_old: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes,
      checkpoint_time < now() - make_interval(mins => ${checkpointMinutes}) as is_old
    from pg_control_checkpoint()`.execute(db)
  const { bytes, is_old } = rows[0]!
  return bytes > logBytesMax || (is_old && bytes > checkpointBytes)
}

/** A checkpoint is itself written to the log: so much of it means that nothing has changed. */
const checkpointBytes = 1_024

async function timed(log: UpkeepLog, about: object, done: string, work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  const duration_ms = Math.round(performance.now() - startedAt)
  log[duration_ms > slowMs ? 'warn' : 'debug']({ ...about, duration_ms }, done)
}
