import { setTimeout as wait } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Handle } from '../db/handle.ts'
import { noGroup, slotDealer } from '../fair-share.ts'
import { newId } from '../ids.ts'
import type { Services } from '../services.ts'
import { type Claimed, claimJobs, groupsPerLook, waitingGroups } from './claim.ts'
import { bringBack, clockWatch, dueJobs } from './due.ts'
import type { Job } from './job.ts'
import { keepLeases, type LeaseOptions } from './lease.ts'
import { type JobLog, type Run, startRun } from './run.ts'

export type Worker = {
  /** Call this after a job of this name was committed. */
  notify(job: string): void
  /** Call this if notifications may have been lost. */
  notifyAll(): void
  /** Call this if a job becomes due at a time without a notification. */
  lookBy(atMs: number): void
  close(drainMs: number): Promise<void>
}

/**
 * Interval of checks that find jobs whose notification was lost. Notifications trigger other checks, and each check
 * returns when the next check is due.
 */
const lookMs = 15_000

type Lane = {
  job: Job
  runs: Map<Run, Claimed>
  isNotified: boolean
  isFetching: boolean
  deal: ReturnType<typeof slotDealer>
  /** The last examined group, if more follow. */
  after: string | undefined
}

/**
 * Runs jobs as they arrive. The library's own worker takes one job per round and waits between rounds. This
 * worker takes as many jobs as it can run, and the next job as soon as one has finished. Companies share the
 * slots of a kind (fair-share.ts).
 */
export function startWorker(
  db: Handle,
  boss: PgBoss,
  jobs: readonly Job[],
  services: Services,
  log: JobLog,
  options: LeaseOptions,
): Worker {
  const lanes = new Map<string, Lane>(
    jobs.map((job) => [
      job.name,
      { job, runs: new Map(), isNotified: false, isFetching: false, deal: slotDealer(), after: undefined },
    ]),
  )
  const held = () =>
    [...lanes.values()].flatMap(({ runs }) => [...runs].map(([run, claimed]) => ({ run, claimed })))
  const leases = keepLeases(db, [...lanes.keys()], held, log, options)
  const isSetBack = clockWatch()
  const timers: NodeJS.Timeout[] = []
  const asking = new Set<Promise<void>>()
  let lookTimer: NodeJS.Timeout | undefined
  let lookAt = Number.POSITIVE_INFINITY
  let isClosed = false
  let isBegun = false

  function notify(name: string) {
    const lane = lanes.get(name)
    if (lane) pump(lane)
  }

  /** Fills the lane. If it is called during a check, it checks once more. */
  function pump(lane: Lane) {
    lane.isNotified = true
    if (lane.isFetching || isClosed || !isBegun) return
    lane.isFetching = true
    ask(
      fetchAll(lane)
        .catch((error) => log.warn({ job: lane.job.name, err: error }, 'fetching jobs failed'))
        .finally(() => {
          lane.isFetching = false
          if (lane.isNotified) pump(lane)
        }),
    )
  }

  function ask(question: Promise<void>) {
    asking.add(question)
    void question.finally(() => asking.delete(question))
  }

  async function fetchAll(lane: Lane) {
    while (lane.isNotified && !isClosed) {
      lane.isNotified = false
      const free = lane.job.concurrency - lane.runs.size
      if (free > 0) await fill(lane, free)
    }
  }

  async function fill(lane: Lane, free: number) {
    const { name } = lane.job
    const groups = await waitingGroups(db, name, lane.after)
    const hasMore = groups.length === groupsPerLook
    const wasBehind = lane.after !== undefined
    lane.after = hasMore ? groups.at(-1)!.group : undefined
    if (hasMore || wasBehind) lane.isNotified = true
    const due = groups.filter(({ isDue }) => isDue).map(({ group }) => group)
    const shares = lane.deal(due, free, runningOf(lane))
    if (shares.size === 0) return
    for (const claimed of await claimJobs(db, name, shares)) start(lane, claimed)
    // Some groups may have had fewer jobs than slots, while other groups got no slot.
    lane.isNotified = true
  }

  function start(lane: Lane, claimed: Claimed) {
    const run = startRun(db, boss, lane.job, claimed, services, log)
    lane.runs.set(run, claimed)
    void run.ended.then((outcome) => {
      lane.runs.delete(run)
      pump(lane)
      if (outcome === 'failed') lookBy(Date.now())
    })
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
      const { names, nextInMs, nowMs, isAhead } = await dueJobs(db, [...lanes.keys()])
      if (isSetBack(nowMs) || isAhead) {
        await bringBack(db)
        return await look()
      }
      for (const name of names) notify(name)
      lookBy(Date.now() + Math.min(lookMs, nextInMs ?? lookMs))
    } catch (error) {
      log.warn({ err: error }, 'finding due jobs failed')
      lookBy(Date.now() + lookMs)
    }
  }

  async function begin() {
    try {
      await leases.begin()
      await bringBack(db)
    } catch (error) {
      log.warn({ err: error }, 'recovering the jobs of the previous run failed')
    }
    isBegun = true
    notifyAll()
    lookBy(Date.now())
  }

  const notifyAll = () => {
    for (const name of lanes.keys()) notify(name)
  }

  ask(begin())
  for (const job of jobs) {
    if (job.everySeconds === undefined) continue
    const add = () =>
      ask(
        addPeriodic(boss, job)
          .then(() => notify(job.name))
          .catch((err) => log.warn({ job: job.name, err }, 'not added')),
      )
    add()
    timers.push(setInterval(add, job.everySeconds * 1000))
  }

  return {
    notify,
    notifyAll,
    lookBy,
    async close(drainMs) {
      isClosed = true
      leases.drain()
      for (const timer of timers) clearInterval(timer)
      clearTimeout(lookTimer)
      // Jobs that are being claimed already belong to this process.
      await Promise.all(asking)
      const running = () => [...lanes.values()].flatMap(({ runs }) => [...runs.keys()])
      const late = new AbortController()
      await Promise.race([
        Promise.all(running().map(({ ended }) => ended)),
        wait(drainMs, undefined, { signal: late.signal }).catch(() => {}),
      ])
      late.abort()
      await Promise.all(running().map((run) => run.giveBack()))
      await leases.close()
    },
  }
}

/**
 * Counts only the jobs of this process, for two reasons: jobs of a killed process would count until they are taken
 * over, and each process keeps its own slot free.
 */
function runningOf({ runs }: Lane): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { groupId } of runs.values()) {
    const group = groupId ?? noGroup
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return counts
}

/** Adds one job per interval, even if several nodes add it and start repeatedly. */
const addPeriodic = (boss: PgBoss, { name, everySeconds }: Job) =>
  boss.send(name, {}, { id: newId(), singletonKey: 'periodic', singletonSeconds: everySeconds! })
