import { CompiledQuery, type Kysely, sql } from 'kysely'
import { type Queue as BossQueue, type ConnectionOptions, PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type BossOptions = {
  /** Interval of the search for jobs of dead processes. They run again after their timeout. */
  superviseSeconds?: number
  /** The delay before the second attempt. The delay roughly doubles for each later attempt. */
  firstRetrySeconds?: number
  onError?: (error: unknown) => void
}

type Statements = NonNullable<ConnectionOptions['db']>

type Kind = { name: string; attemptsMax: number; timeoutSeconds: number }

const superviseSecondsDefault = 30
/**
 * Time that is added to a job's timeout in the database. The process that runs the job enforces the timeout; the
 * database does so only if that process has died.
 */
const graceSeconds = 10
const firstRetrySecondsDefault = 5
const retrySecondsMax = 3_600
/** Maximum time that a job can wait, because the library deletes older jobs. No outage lasts a year. */
const waitSecondsMax = 365 * 86_400
/** How long dead jobs are kept. Finished jobs are purged sooner (purge-finished-jobs.ts). */
const deadKeptSeconds = 30 * 86_400
/** Interval of the library's periodic work. The interval is long, because none of that work is used. */
const idleSeconds = 3_600

/**
 * Starts pg-boss for these kinds of jobs. A migration creates its tables, as their owner. pg-boss refuses to
 * start on tables of another version.
 */
export async function openBoss(
  db: Db,
  kinds: readonly Kind[],
  {
    superviseSeconds = superviseSecondsDefault,
    firstRetrySeconds = firstRetrySecondsDefault,
    onError = () => {},
  }: BossOptions,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: databaseFor(db),
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: idleSeconds,
    reindex: false,
    monitorVacuum: false,
  })
  // Without a listener, the event would end the process. It reports errors of the library's own periodic
  // work, which is repeated.
  boss.on('error', onError)
  await boss.start()
  if (await bringUpToDate(boss, kinds, firstRetrySeconds)) {
    // The library reads the queues at startup, and not later inside transactions of the server.
    await boss.stop({ graceful: false, close: false })
    await boss.start()
  }
  return boss
}

/**
 * Runs one statement of the library on one connection. Some texts begin their own transaction, which must not
 * stay open on a pooled connection after a failure.
 */
export function databaseFor(db: Db): Statements {
  const run = async (on: Kysely<Schema>, text: string, values: unknown[] = []) => {
    const { rows } = await on.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows ?? [] }
  }
  if (db.isTransaction) return { executeSql: (text, values) => run(db, text, values) }
  return {
    executeSql: (text, values) =>
      db.connection().execute(async (one) => {
        try {
          return await run(one, text, values)
        } catch (error) {
          await sql`rollback`.execute(one).catch(() => {})
          throw error
        }
      }),
  }
}

async function bringUpToDate(
  boss: PgBoss,
  kinds: readonly Kind[],
  firstRetrySeconds: number,
): Promise<boolean> {
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  let isChanged = false
  for (const kind of kinds) {
    const { name, policy, ...wanted } = queueOf(kind, firstRetrySeconds)
    const queue = found.get(name)
    if (queue && isAs(wanted, queue)) continue
    if (queue) await boss.updateQueue(name, wanted)
    else await boss.createQueue(name, { policy, ...wanted })
    isChanged = true
  }
  return isChanged
}

const queueOf = ({ name, attemptsMax, timeoutSeconds }: Kind, firstRetrySeconds: number) => ({
  name,
  // Only one job per key waits at a time, but any number can run.
  policy: 'short',
  retryLimit: attemptsMax - 1,
  retryDelay: firstRetrySeconds,
  retryBackoff: true,
  retryDelayMax: retrySecondsMax,
  expireInSeconds: timeoutSeconds + graceSeconds,
  retentionSeconds: waitSecondsMax,
  deleteAfterSeconds: deadKeptSeconds,
  // The library would notify inside the transaction, which would then hold a server-wide lock until it is
  // synced to disk.
  notify: false,
})

const isAs = (wanted: object, found: BossQueue) =>
  Object.entries(wanted).every(([option, value]) => found[option as keyof BossQueue] === value)
