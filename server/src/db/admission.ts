import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { markUnsent, tooBusy } from './database-errors.ts'

/**
 * The priority classes of the queue for connections. Health checks and notifications come first, then
 * requests, then background work, which never uses all connections.
 */
export type Who = 'probe' | 'request' | 'background'

export type Change = { isBegun: boolean }

/**
 * Queries within a change go ahead of requests, because rejecting one would leave the change half done.
 */
export const changes = new AsyncLocalStorage<Change>()

/** Maximum number of requests that wait for a connection. The next request is rejected. */
const waitingMax = 1_000
/**
 * How long a request can wait. Longer after a burst, and shorter once the queue has been full for a while.
 */
const waitMaxMs = 5_000
const waitMaxWhenBusyMs = 1_000
/** Time after which a full queue counts as overload instead of a burst. */
const busyAfterMs = 5_000
/** Waiting time after which background work is admitted before requests. */
const backgroundDueMs = 1_000
const backgroundWaitMaxMs = 30_000
const lookMs = 50

const refusal = () => tooBusy('Too many requests are waiting for the database.')

export type Admission = {
  /** Resolves when admitted, with the function that releases the connection. Rejects with `TOO_BUSY`. */
  enter(who: Who): Promise<() => void>
  waiting(who: Who): number
  /** The number of connections, and the number in use. */
  places: number
  taken(): number
  /** Called for each caller that had to wait, when the caller is admitted or rejected. */
  onWaited: (who: Who, seconds: number, isRefused: boolean) => void
}

type Waiting = { since: number; enter(): void; refuse(): void }

/**
 * A queue for a fixed number of connections. Under overload, a queue without a limit is slow for every caller, and
 * responds to clients that have given up. This queue immediately rejects requests that would wait too long
 * (docs/decisions/overload.md).
 */
export function admission(places: number): Admission {
  const queues: Record<Who, Waiting[]> = { probe: [], request: [], background: [] }
  const backgroundMax = Math.max(1, Math.floor(places / 2))
  let taken = 0
  let takenByBackground = 0
  /** The time since which the queue has never been empty after an admission. */
  let fullSince: number | undefined
  let lastAdmittedAt = 0
  /**
   * Moving average of the time between admissions while requests wait. Recent admissions weigh more.
   */
  let msBetweenAdmissions = 0
  let timer: NodeJS.Timeout | undefined

  const isBusy = (now: number) => now - (fullSince ?? now) > busyAfterMs

  function isHopeless(now: number) {
    if (queues.request.length >= waitingMax) return true
    // If nothing is admitted, the time since the last admission is the better estimate.
    const ms = Math.max(msBetweenAdmissions, now - lastAdmittedAt)
    return isBusy(now) && (queues.request.length + 1) * ms > waitMaxWhenBusyMs
  }

  function next(now: number): Who | undefined {
    const mayWork = takenByBackground < backgroundMax
    const isDue = mayWork && now - (queues.background[0]?.since ?? now) > backgroundDueMs
    if (queues.probe.length > 0) return 'probe'
    if (isDue) return 'background'
    if (queues.request.length > 0) return 'request'
    return mayWork && queues.background.length > 0 ? 'background' : undefined
  }

  function letIn() {
    for (let who = next(performance.now()); taken < places && who; who = next(performance.now())) {
      taken++
      if (who === 'background') takenByBackground++
      queues[who].shift()!.enter()
      if (who === 'request' && queues.request.length === 0) fullSince = undefined
    }
  }

  function leave(who: Who) {
    taken--
    if (who === 'background') takenByBackground--
    // Late requests have been rejected, so the next request is admitted directly.
    if (queues.request.length === 0) fullSince = undefined
    letIn()
  }

  function refuseLate() {
    const now = performance.now()
    const most = isBusy(now) ? waitMaxWhenBusyMs : waitMaxMs
    while (queues.request.length > 0 && now - queues.request[0]!.since > most)
      queues.request.shift()!.refuse()
    while (queues.background.length > 0 && now - queues.background[0]!.since > backgroundWaitMaxMs)
      queues.background.shift()!.refuse()
    while (queues.probe.length > 0 && now - queues.probe[0]!.since > waitMaxMs) queues.probe.shift()!.refuse()
    letIn()
    if (queues.request.length + queues.background.length + queues.probe.length > 0) look()
  }

  const look = () => {
    timer = setTimeout(() => {
      timer = undefined
      refuseLate()
    }, lookMs)
  }

  function once(who: Who) {
    let isIn = true
    return () => {
      if (isIn) leave(who)
      isIn = false
    }
  }

  const queue: Admission = {
    onWaited: () => {},
    waiting: (who) => queues[who].length,
    places,
    taken: () => taken,
    enter(who) {
      const since = performance.now()
      if (who === 'request') {
        if (isHopeless(since)) {
          queue.onWaited(who, 0, true)
          return Promise.reject(refusal())
        }
        if (fullSince === undefined) {
          fullSince = since
          lastAdmittedAt = since
          msBetweenAdmissions = 0
        }
      }
      return new Promise((resolve, reject) => {
        const waited = () => (performance.now() - since) / 1_000
        queues[who].push({
          since,
          enter() {
            if (who === 'request') {
              const now = performance.now()
              msBetweenAdmissions = msBetweenAdmissions * 0.9 + (now - lastAdmittedAt) * 0.1
              lastAdmittedAt = now
            }
            queue.onWaited(who, waited(), false)
            resolve(once(who))
          },
          refuse() {
            queue.onWaited(who, waited(), true)
            reject(refusal())
          },
        })
        letIn()
        if (timer === undefined && queues[who].length > 0) look()
      })
    },
  }
  return queue
}

/** The pool interface that Kysely needs, for one priority class. The owner of the pool ends it. */
export function admitted(pool: pg.Pool, queue: Admission, who: Who) {
  return {
    options: pool.options,
    end: async () => {},
    async connect() {
      const leave = await queue.enter(changes.getStore()?.isBegun ? 'probe' : who).catch(markedUnsent)
      try {
        const client = await pool.connect().catch(markedUnsent)
        const release = client.release
        // `pg` sets a new `release` each time it hands out a connection.
        client.release = (error) => {
          release(error)
          leave()
        }
        return client
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

function markedUnsent(error: unknown): never {
  markUnsent(error)
  throw error
}
