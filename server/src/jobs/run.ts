import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import { type CompanyId, publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Claimed } from './claim.ts'
import { Deferred, type Job, type Outcome, type RunningJob, TryLater } from './job.ts'
import { jobsChannel } from './job-status.ts'
import { databaseFor } from './pg-boss.ts'

export type JobLog = Pick<Logger, 'debug' | 'warn' | 'error'>

export type Run = {
  /** Never rejects, because a failure is recorded with the job. */
  ended: Promise<'done' | 'failed'>
  /** Aborts the run and returns the job to the queue, without using up an attempt. */
  giveBack(): Promise<void>
  /** Aborts the run because another process now has the job. The result of this attempt is not recorded. */
  lose(): void
}

/** The time that work gets to handle its abort signal. */
const abortGraceMs = 500

export function startRun(
  db: Db,
  boss: PgBoss,
  job: Job,
  claimed: Claimed,
  services: Services,
  log: JobLog,
): Run {
  const { id, name, data, retryCount, retryLimit } = claimed
  const abort = new AbortController()
  const isLastAttempt = retryCount >= retryLimit
  const about = { job: name, job_id: id, attempt: retryCount + 1, ...companyOf(data) }
  let isOver = false
  const running: RunningJob = {
    id,
    attempt: retryCount + 1,
    isLastAttempt,
    signal: abort.signal,
    progress: (part) => noteProgress(db, claimed, part),
  }

  async function attempt(): Promise<'done' | 'failed'> {
    const startedAt = performance.now()
    let outcome: Outcome | undefined
    try {
      outcome = await untilAborted(job.run(data, { ...services, job: running }), abort.signal)
    } catch (error) {
      if (isOver) return 'failed'
      if (error instanceof Deferred) await note(() => putBack(db, claimed, error.afterMs))
      else await fail(error)
      return 'failed'
    }
    if (isOver) return 'done'
    log.debug({ ...about, duration_ms: Math.round(performance.now() - startedAt) }, 'job done')
    await note(() => boss.complete(name, [claimed], outcome))
    return 'done'
  }

  async function fail(error: unknown) {
    const line = { ...about, err: error }
    if (isLastAttempt) log.error(line, 'job failed permanently')
    else log.warn(line, 'job failed')
    const output = error instanceof Error ? error : { message: String(error) }
    await note(() =>
      inTransaction(db, async (trx) => {
        await boss.fail(name, [claimed], output, { db: databaseFor(trx) })
        if (error instanceof TryLater) await putOff(trx, claimed, error.afterSeconds)
      }),
    )
  }

  /** A result that cannot be recorded counts as not done, so the job runs again after its timeout. */
  async function note(work: () => Promise<unknown>) {
    await work().catch((error) => log.warn({ ...about, err: error }, 'recording the end of a job failed'))
  }

  const timer = setTimeout(() => {
    abort.abort(new Error(`It took longer than ${job.timeoutSeconds} seconds.`))
  }, job.timeoutSeconds * 1000)
  const ended = attempt().finally(() => clearTimeout(timer))

  return {
    ended,
    async giveBack() {
      isOver = true
      abort.abort(new Error('The server is stopping.'))
      await Promise.race([ended, wait(abortGraceMs)])
      await note(() => putBack(db, claimed, 0))
    },
    lose() {
      isOver = true
      log.warn(about, 'another process has taken over a job')
      abort.abort(new Error('Another process has taken over the job.'))
    },
  }
}

function companyOf(data: object) {
  const { companyId } = data as { companyId?: CompanyId }
  return companyId === undefined ? {} : { company: publicId('company', companyId) }
}

/** Waits for the work or the signal. Work that ignores the signal is abandoned. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

type Attempt = Pick<Claimed, 'id' | 'name' | 'retryCount'>

/** Returns a job to the queue. A job that was not started keeps its number of attempts. */
const putBack = (db: Db, { id, name, retryCount }: Attempt, afterMs: number) =>
  sql`
    with back as (
      update pgboss.job_common set state = 'retry', started_on = null,
        start_after = now() + make_interval(secs => ${afterMs / 1000})
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
      returning name
    )
    select pg_notify(${jobsChannel}, name) from back`.execute(db)

/** The job runs after the delay that follows from its attempts, or later. */
const putOff = (db: Db, { id, name, retryCount }: Attempt, seconds: number) =>
  sql`
    update pgboss.job_common set start_after = greatest(start_after, now() + make_interval(secs => ${seconds}))
    where name = ${name} and id = ${id} and state = 'retry' and retry_count = ${retryCount}`.execute(db)

/** Stores the progress, in the column that contains the outcome once the job has finished. */
async function noteProgress(db: Db, { id, name, retryCount }: Attempt, part: number) {
  const output = JSON.stringify({ progress: Math.min(1, Math.max(0, part)) })
  await sql`
    update pgboss.job_common set output = ${output}::jsonb
    where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`.execute(db)
}
