import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import type { Services } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import type { Job } from './job.ts'
import { type JobLog, type Run, startRun } from './run.ts'

export type Work = {
  /** A job of this name was committed just now. */
  hear(job: string): void
  /** Commits may have gone unheard. */
  hearAll(): void
  close(drainMs: number): Promise<void>
}

/** Commits wake us. This finds what no commit tells of: retries and jobs whose moment has come. */
const lookMs = 2_000

/** One kind of job: what of it runs here. */
type Lane = { job: Job; runs: Set<Run>; isHeard: boolean; fetching: Promise<void> | undefined }

/**
 * Runs jobs as they come. The library's own worker takes one job a round and waits between rounds; this one takes
 * as many as it may run, and the next as soon as one has ended.
 */
export function startWork(db: Db, boss: PgBoss, jobs: readonly Job[], services: Services, log: JobLog): Work {
  const lanes = new Map<string, Lane>(
    jobs.map((job) => [job.name, { job, runs: new Set(), isHeard: false, fetching: undefined }]),
  )
  const timers: NodeJS.Timeout[] = []
  let isClosed = false

  function hear(name: string) {
    const lane = lanes.get(name)
    if (lane) pump(lane)
  }

  /** Fills the lane. Whoever calls meanwhile makes it look once more. */
  function pump(lane: Lane) {
    lane.isHeard = true
    lane.fetching ??= fetchAll(lane)
      .catch((error) => log.warn({ job: lane.job.name, err: error }, 'jobs could not be fetched'))
      .finally(() => {
        lane.fetching = undefined
      })
  }

  async function fetchAll(lane: Lane) {
    while (lane.isHeard && !isClosed) {
      lane.isHeard = false
      const free = lane.job.concurrency - lane.runs.size
      if (free > 0) await fill(lane, free)
    }
  }

  async function fill(lane: Lane, free: number) {
    const found = await boss.fetch<object>(lane.job.name, { batchSize: free, includeMetadata: true })
    for (const fetched of found) {
      const run = startRun(db, boss, lane.job, fetched, services, log)
      lane.runs.add(run)
      void run.ended.then(() => {
        lane.runs.delete(run)
        pump(lane)
      })
    }
  }

  async function look() {
    const names = await dueJobs(db, [...lanes.keys()]).catch((error) => {
      log.warn({ err: error }, 'due jobs could not be looked for')
      return []
    })
    for (const name of names) hear(name)
  }

  const hearAll = () => {
    for (const name of lanes.keys()) hear(name)
  }

  hearAll()
  timers.push(setInterval(onceAtATime(look), lookMs))
  for (const job of jobs) {
    if (job.everySeconds === undefined) continue
    const add = () => addPeriodic(boss, job).catch((err) => log.warn({ job: job.name, err }, 'not added'))
    void add()
    timers.push(setInterval(add, job.everySeconds * 1000))
  }

  return {
    hear,
    hearAll,
    async close(drainMs) {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      const all = [...lanes.values()]
      // What is being fetched now is ours already.
      await Promise.all(all.map(({ fetching }) => fetching))
      const running = () => all.flatMap(({ runs }) => [...runs])
      const late = new AbortController()
      await Promise.race([
        Promise.all(running().map(({ ended }) => ended)),
        wait(drainMs, undefined, { signal: late.signal }).catch(() => {}),
      ])
      late.abort()
      await Promise.all(running().map((run) => run.giveBack()))
    },
  }
}

/** Which of these have a job that may run now: one look at an index for each. */
async function dueJobs(db: Db, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as kinds (name) where exists (
      select from pgboss.job_common j
      where j.name = kinds.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    )`.execute(db)
  return rows.map(({ name }) => name)
}

/** However many nodes add it, and however often they start: one in each stretch of time. */
const addPeriodic = (boss: PgBoss, { name, everySeconds }: Job) =>
  boss.send(name, {}, { id: newId(), singletonKey: 'periodic', singletonSeconds: everySeconds! })

function onceAtATime(work: () => Promise<void>) {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    await work()
    isRunning = false
  }
}
