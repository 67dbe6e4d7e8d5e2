import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { batched } from '../db/batch.ts'
import type { Handle, Trx } from '../db/handle.ts'
import type { Notifications } from '../db/notifications.ts'
import { afterCommit } from '../db/tenancy.ts'
import { newId } from '../ids.ts'
import type { Queue, Services } from '../services.ts'
import type { Job } from './job.ts'
import { jobsChannel } from './job-status.ts'
import type { LeaseOptions } from './lease.ts'
import { type BossOptions, databaseFor, openBoss } from './pg-boss.ts'
import type { JobLog } from './run.ts'
import { startWorker, type Worker } from './worker.ts'

export type { Job, JobContext, Outcome, RunningJob } from './job.ts'

export type OpenQueue = {
  queue: Queue
  work(services: Services, log: JobLog): void
  /**
   * Claims no more jobs and waits for running jobs. Jobs that do not finish in time are aborted and return to
   * the queue.
   */
  close(drainMs: number): Promise<void>
}

/** Opens the queue, which stores its jobs in the database (docs/decisions/jobs.md). */
export async function openQueue(
  db: Handle,
  notifications: Notifications,
  jobs: readonly Job[],
  options: BossOptions & LeaseOptions = {},
): Promise<OpenQueue> {
  const boss = await openBoss(db, jobs, options)
  const kinds = new Map(jobs.map((job) => [job.name, job]))
  let work: Worker | undefined
  await notifications.listen(
    jobsChannel,
    (job) => work?.notify(job),
    () => work?.notifyAll(),
  )
  // Jobs that are added together share one notification.
  const notify = batched(async (added: readonly string[]) => {
    await sql`select pg_notify(${jobsChannel}, job) from unnest(${[...new Set(added)]}::text[]) job`.execute(
      db,
    )
    return added.map(() => undefined)
  })
  return {
    queue: {
      async add(trx, job, data, options) {
        const id = await add(boss, kinds, trx, job, data, options)
        const startAfter = options?.startAfter
        // If this process exits before it notifies, periodic checks find the job.
        afterCommit(trx, () =>
          startAfter ? work?.lookBy(startAfter.getTime()) : notify(job).catch(() => {}),
        )
        return id
      },
    },
    work(services, log) {
      work = startWorker(db, boss, jobs, services, log, options)
    },
    async close(drainMs) {
      await work?.close(drainMs)
      await boss.stop({ graceful: false, close: false })
    },
  }
}

async function add(
  boss: PgBoss,
  kinds: Map<string, Job>,
  trx: Trx,
  ...[job, data, options = {}]: AddArguments
) {
  // The library would use a second connection, which the embedded engine does not have.
  const kind = kinds.get(job)
  if (!kind) throw new Error(`There is no job "${job}" in background-jobs.ts.`)
  const { companyId } = data
  if (companyId === undefined && !kind.hasNoCompany) throw new Error(`A job "${job}" must name its company.`)
  const { startAfter, singletonKey = randomUUID() } = options
  const key = companyId === undefined ? singletonKey : `${companyId} ${singletonKey}`
  const sent = {
    id: newId(),
    db: databaseFor(trx),
    singletonKey: key,
    ...(startAfter && { startAfter }),
    ...(companyId !== undefined && { group: { id: companyId } }),
  }
  return (await boss.send(job, data, sent)) ?? undefined
}

type AddArguments = Parameters<Queue['add']> extends [Trx, ...infer Rest] ? Rest : never
