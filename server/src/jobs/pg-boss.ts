import { CompiledQuery, type Kysely, sql } from 'kysely'
import { type Queue as BossQueue, type ConnectionOptions, PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** The queue's library, pg-boss: on our connections, with what is its own switched off where we have it already. */

export type BossOptions = {
  /** How often jobs are looked for whose process died: they are run again when their time is over. */
  superviseSeconds?: number
  /** The wait before the second attempt; each later one is about twice as long. */
  firstRetrySeconds?: number
  onError?: (error: unknown) => void
}

type Statements = NonNullable<ConnectionOptions['db']>

type Kind = { name: string; attemptsMax: number; timeoutSeconds: number }

const superviseSecondsDefault = 30
/** The process that runs a job ends it in time; the database only steps in when that process is gone. */
const graceSeconds = 10
const firstRetrySecondsDefault = 5
const retrySecondsMax = 3_600
/** What waits longer than the library allows is deleted: no outage lasts a year. */
const waitSecondsMax = 365 * 86_400
/** Dead jobs are kept this long; finished ones are purged sooner (purge-finished-jobs.ts). */
const deadKeptSeconds = 30 * 86_400
/** We use none of what it does there. */
const idleSeconds = 3_600

/**
 * Starts pg-boss for these kinds of jobs. Its tables are made by our migration, as their owner; it refuses to
 * start on tables of another version than its own.
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
  // Unheard, the event would end the process. It tells of the library's own rounds, which come again.
  boss.on('error', onError)
  await boss.start()
  if (await bringUpToDate(boss, kinds, firstRetrySeconds)) {
    // It reads the queues when it starts, and then no more inside of our transactions.
    await boss.stop({ graceful: false, close: false })
    await boss.start()
  }
  return boss
}

/**
 * One statement of the library on one connection. Some texts begin a transaction of their own: one that fails
 * must not be left open on a connection that goes back to the pool.
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
  // One job of a key waits at a time; any number may run.
  policy: 'short',
  retryLimit: attemptsMax - 1,
  retryDelay: firstRetrySeconds,
  retryBackoff: true,
  retryDelayMax: retrySecondsMax,
  expireInSeconds: timeoutSeconds + graceSeconds,
  retentionSeconds: waitSecondsMax,
  deleteAfterSeconds: deadKeptSeconds,
  // It would tell inside of the transaction, which then holds a lock of the whole server until it is on disk.
  notify: false,
})

const isAs = (wanted: object, found: BossQueue) =>
  Object.entries(wanted).every(([option, value]) => found[option as keyof BossQueue] === value)
