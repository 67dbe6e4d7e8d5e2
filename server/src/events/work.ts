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
  /** Something is due then, which no commit will tell of. */
  lookBy(atMs: number): void
  close(drainMs: number): Promise<void>
}

/** Commits wake us, and each look says when the next is due. This is for what nobody told us of. */
const lookMs = 15_000

/** One kind of job: what of it runs here, and in which group: that of its company, where its kind asks for it. */
type Lane = {
  job: Job
  runs: Map<Run, string | null>
  isHeard: boolean
  isFetching: boolean
}

/**
 * Runs jobs as they come. The library's own worker takes one job a round and waits between rounds; this one takes
 * as many as it may run, and the next as soon as one has ended.
 */
export function startWork(db: Db, boss: PgBoss, jobs: readonly Job[], services: Services, log: JobLog): Work {
  const lanes = new Map<string, Lane>(
    jobs.map((job) => [job.name, { job, runs: new Map(), isHeard: false, isFetching: false }]),
  )
  const timers: NodeJS.Timeout[] = []
  /** What is being asked of the database, whose end `close` waits for. */
  const asking = new Set<Promise<void>>()
  let lookTimer: NodeJS.Timeout | undefined
  let lookAt = Number.POSITIVE_INFINITY
  let isClosed = false

  function hear(name: string) {
    const lane = lanes.get(name)
    if (lane) pump(lane)
  }

  /** Fills the lane. Whoever calls meanwhile makes it look once more. */
  function pump(lane: Lane) {
    lane.isHeard = true
    if (lane.isFetching || isClosed) return
    lane.isFetching = true
    ask(
      fetchAll(lane)
        .catch((error) => log.warn({ job: lane.job.name, err: error }, 'jobs could not be fetched'))
        .finally(() => {
          lane.isFetching = false
          if (lane.isHeard) pump(lane)
        }),
    )
  }

  function ask(question: Promise<void>) {
    asking.add(question)
    void question.finally(() => asking.delete(question))
  }

  async function fetchAll(lane: Lane) {
    while (lane.isHeard && !isClosed) {
      lane.isHeard = false
      const free = lane.job.concurrency - lane.runs.size
      if (free > 0) await fill(lane, free)
    }
  }

  async function fill(lane: Lane, free: number) {
    const ignoreGroups = fullGroups(lane)
    // Where each company has a share they are taken one by one: each changes who may have the next.
    const isShared = lane.job.concurrencyPerCompany !== undefined
    const batchSize = isShared ? 1 : free
    const found = await boss.fetch<object>(lane.job.name, { batchSize, ignoreGroups, includeMetadata: true })
    for (const fetched of found) {
      const run = startRun(db, boss, lane.job, fetched, services, log)
      lane.runs.set(run, fetched.groupId ?? null)
      void run.ended.then((outcome) => {
        lane.runs.delete(run)
        pump(lane)
        if (outcome === 'failed') lookBy(Date.now())
      })
    }
    if (isShared && found.length > 0) lane.isHeard = true
  }

  function lookBy(atMs: number) {
    if (isClosed || atMs >= lookAt) return
    lookAt = atMs
    clearTimeout(lookTimer)
    lookTimer = setTimeout(() => ask(look()), Math.max(0, atMs - Date.now()))
  }

  async function look(): Promise<void> {
    lookAt = Number.POSITIVE_INFINITY
    try {
      const { names, nextInMs, isAhead } = await dueJobs(db, [...lanes.keys()])
      if (isAhead) {
        await bringBack(db)
        return await look()
      }
      for (const name of names) hear(name)
      lookBy(Date.now() + Math.min(lookMs, nextInMs ?? lookMs))
    } catch (error) {
      log.warn({ err: error }, 'due jobs could not be looked for')
      lookBy(Date.now() + lookMs)
    }
  }

  const hearAll = () => {
    for (const name of lanes.keys()) hear(name)
  }

  hearAll()
  lookBy(Date.now())
  for (const job of jobs) {
    if (job.everySeconds === undefined) continue
    const add = () =>
      ask(
        addPeriodic(boss, job)
          .then(() => hear(job.name))
          .catch((err) => log.warn({ job: job.name, err }, 'not added')),
      )
    add()
    timers.push(setInterval(add, job.everySeconds * 1000))
  }

  return {
    hear,
    hearAll,
    lookBy,
    async close(drainMs) {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(lookTimer)
      // What is being fetched now is ours already.
      await Promise.all(asking)
      const running = () => [...lanes.values()].flatMap(({ runs }) => [...runs.keys()])
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

/**
 * Whose jobs must wait until one of theirs ends. It counts what runs in this process alone: what a dead one held would
 * keep a company waiting until its time is over.
 */
function fullGroups({ job, runs }: Lane): string[] {
  const most = job.concurrencyPerCompany ?? Number.POSITIVE_INFINITY
  const counts = new Map<string, number>()
  for (const group of runs.values()) if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= most).map(([group]) => group)
}

type Due = {
  names: string[]
  nextInMs: number | null
  /** Something was written by a clock that has been set back since. What was committed just now is no second ahead. */
  isAhead: boolean
}

/** Which of these have a job that may run now, and in how many milliseconds the next may. */
async function dueJobs(db: Db, kinds: string[]): Promise<Due> {
  const { rows } = await sql<Due>`
    select coalesce(array_agg(name) filter (where is_due), '{}') as names,
      ceil(extract(epoch from min(next) - now()) * 1000)::float8 as "nextInMs",
      coalesce(max(written) > now() + interval '1 second', false)
        or exists (select from pgboss.queue where monitor_claim_on > now()) as "isAhead"
    from unnest(${kinds}::text[]) as kinds (name) cross join lateral (
      select bool_or(start_after <= now()) as is_due, min(start_after) filter (where start_after > now()) as next,
        max(greatest(created_on, started_on)) as written
      from pgboss.job_common j where j.name = kinds.name and j.state < 'active' and not j.blocked
    ) jobs`.execute(db)
  return rows[0]!
}

/**
 * What was added, begun or looked after by a clock that has been set back since would wait until the time comes again:
 * it waits, and runs, as long as it was to from now on.
 */
async function bringBack(db: Db): Promise<void> {
  await sql`
    update pgboss.job_common j set start_after = j.start_after - ahead.by,
      created_on = least(j.created_on, now()), started_on = case when j.started_on is not null then least(j.started_on, now()) end
    from (
      select name, id, greatest(created_on, started_on) - now() as by from pgboss.job_common
      where state <= 'active' and greatest(created_on, started_on) > now()
    ) ahead
    where j.name = ahead.name and j.id = ahead.id`.execute(db)
  await sql`
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`.execute(db)
}

/** However many nodes add it, and however often they start: one in each stretch of time. */
const addPeriodic = (boss: PgBoss, { name, everySeconds }: Job) =>
  boss.send(name, {}, { id: newId(), singletonKey: 'periodic', singletonSeconds: everySeconds! })
