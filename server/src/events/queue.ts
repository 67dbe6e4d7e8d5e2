import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import type { Notifications } from '../db/notifications.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Services } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { type BossOptions, databaseFor, openBoss } from './boss.ts'
import type { Queue } from './enqueue.ts'
import type { Job } from './job.ts'
import { jobsChannel } from './job-status.ts'
import type { JobLog } from './run.ts'
import { startWork, type Work } from './work.ts'

export type { AddOptions, JobData, Queue } from './enqueue.ts'
export type { Job, JobContext, RunningJob } from './job.ts'

export type OpenQueue = {
  queue: Queue
  /** Runs what is added, until the queue closes. */
  work(services: Services, log: JobLog): void
  /** Takes no more, and waits for what runs; what has not ended by then is aborted and goes back to the queue. */
  close(drainMs: number): Promise<void>
}

/** Opens the queue that keeps its jobs in the database (docs/decisions/jobs.md). */
export async function openQueue(
  db: Db,
  notifications: Notifications,
  jobs: readonly Job[],
  options: BossOptions = {},
): Promise<OpenQueue> {
  let hear = (_job: string) => {}
  let missed = () => {}
  const ear = { hear: (job: string) => hear(job), missed: () => missed() }
  await notifications.listen(jobsChannel, ear.hear, () => {})
  const boss = await openBoss(db, notifications, jobs, ear, options)
  const names = new Set(jobs.map(({ name }) => name))
  let work: Work | undefined
  return {
    queue: {
      async add(trx, job, data, options) {
        const id = await add(boss, names, trx, job, data, options)
        if (options?.startAfter) work?.lookBy(options.startAfter.getTime())
        return id
      },
    },
    work(services, log) {
      work = startWork(db, boss, jobs, services, log)
      hear = work.hear
      missed = work.hearAll
    },
    async close(drainMs) {
      await work?.close(drainMs)
      await boss.stop({ graceful: false, close: false })
    },
  }
}

async function add(boss: PgBoss, names: Set<string>, trx: Trx, ...[job, data, options = {}]: AddArguments) {
  // The queue would ask for it on a second connection, which the embedded engine does not have.
  if (!names.has(job)) throw new Error(`There is no job «${job}» in jobs.ts.`)
  const { startAfter, singletonKey = randomUUID() } = options
  const key = `${data.companyId} ${singletonKey}`
  const sent = { id: newId(), db: databaseFor(trx), singletonKey: key, ...(startAfter && { startAfter }) }
  return (await boss.send(job, data, sent)) ?? undefined
}

type AddArguments = Parameters<Queue['add']> extends [Trx, ...infer Rest] ? Rest : never
