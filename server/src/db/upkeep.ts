import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { inReading } from './tenancy.ts'

/**
 * The maintenance that PostgreSQL's background processes do, which the embedded engine lacks. Without vacuum, every
 * change leaves a dead row. Without checkpoints, the log grows, and recovery after a kill takes longer. Only one task
 * runs at a time, so that requests wait for one table and not for all (docs/decisions/jobs.md).
 */

/** An idle server runs one query per interval and writes nothing. */
const lookMs = 15_000
/**
 * Interval after work, when more work is likely: the dead rows of many changes are removed in small portions.
 */
const lookAgainMs = 2_000
/** A table is vacuumed if it has more dead rows than this number plus this share of its live rows. */
const deadRowsMin = 1_000
const deadRowsPart = 0.1
/**
 * A table with more dead rows is always vacuumed, because requests wait for the whole vacuum, which takes 100 ms of CPU
 * for 100,000 live rows.
 */
const deadRowsMax = 10_000
/** Number of rows above which a table is analyzed with a smaller sample: the default would take 400 ms of CPU. */
const largeRowsMin = 20_000
const largeStatisticsTarget = 25
/** Maximum amount of log to replay at startup after a kill, which takes about 1 second. */
const logBytesMax = 32 * 1024 * 1024
/** Maximum time until a change is checkpointed, however small it is. */
const checkpointMinutes = 5
/** Duration above which a step is logged, because requests wait for it. */
const slowMs = 1_000

export type UpkeepLog = Pick<Logger, 'debug' | 'warn'>

/** @returns a function that stops the maintenance after the current step. */
export function startUpkeep(db: Db, log: UpkeepLog): () => Promise<void> {
  let working: Promise<void> | undefined
  let isOver = false
  let timer = setTimeout(look, lookMs)
  function look() {
    working = keepUp(db, log)
      .catch((err) => {
        log.warn({ err }, 'the maintenance of the database failed')
        return false
      })
      .then((hasWorked) => {
        if (!isOver) timer = setTimeout(look, hasWorked ? lookAgainMs : lookMs)
      })
  }
  return async () => {
    isOver = true
    clearTimeout(timer)
    await working
  }
}

/**
 * Does the most urgent task that is due: vacuums a table, analyzes a table, or writes a checkpoint. Requests
 * are served in between.
 * @returns whether a task was due.
 */
export async function keepUp(db: Db, log: UpkeepLog): Promise<boolean> {
  const [dead] = await tablesPast(db, 'n_dead_tup')
  if (dead) {
    const vacuum = sql`vacuum ${sql.id(dead.schema, dead.name)}`
    await timed(log, { table: nameOf(dead), dead_rows: dead.rows }, 'vacuumed', () => vacuum.execute(db))
    return true
  }
  const [changed] = await tablesPast(db, 'n_mod_since_analyze')
  if (changed) {
    await timed(log, { table: nameOf(changed) }, 'analyzed', () => analyze(db, changed))
    return true
  }
  if (!(await isCheckpointDue(db))) return false
  await timed(log, {}, 'checkpoint written', () => sql`checkpoint`.execute(db))
  return true
}

type Table = { schema: string; name: string; rows: number; living: number }

const nameOf = ({ schema, name }: Table) => `${schema}.${name}`

async function tablesPast(db: Db, counted: 'n_dead_tup' | 'n_mod_since_analyze'): Promise<Table[]> {
  // The cost of a vacuum depends on the number of dead rows, but the cost of an analysis does not.
  const most = counted === 'n_dead_tup' ? deadRowsMax : null
  const { rows } = await sql<Table>`
    select schemaname as schema, relname as name, ${sql.ref(counted)} as rows, n_live_tup as living
    from pg_stat_user_tables
    where schemaname in ('public', 'pgboss')
      and ${sql.ref(counted)} > least(${most}::float8, ${deadRowsMin}::float8 + ${deadRowsPart}::float8 * n_live_tup)
    order by ${sql.ref(counted)} desc limit 1`.execute(db)
  return rows
}

function analyze(db: Db, { schema, name, living }: Table) {
  return inReading(db, async (trx) => {
    if (living > largeRowsMin)
      await sql`set local default_statistics_target = ${sql.lit(largeStatisticsTarget)}`.execute(trx)
    await sql`analyze ${sql.id(schema, name)}`.execute(trx)
  })
}

async function isCheckpointDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ bytes: number; is_old: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes,
      checkpoint_time < now() - make_interval(mins => ${checkpointMinutes}) as is_old
    from pg_control_checkpoint()`.execute(db)
  const { bytes, is_old } = rows[0]!
  return bytes > logBytesMax || (is_old && bytes > checkpointBytes)
}

/**
 * Maximum number of log bytes that a checkpoint itself writes. If the log has grown by less, nothing has changed.
 */
const checkpointBytes = 1_024

async function timed(log: UpkeepLog, about: object, done: string, work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  const duration_ms = Math.round(performance.now() - startedAt)
  log[duration_ms > slowMs ? 'warn' : 'debug']({ ...about, duration_ms }, done)
}
