import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { markUnsent, tooBusy } from './unavailable.ts'

/**
 * Who waits for a connection. Whoever asks how it goes, or tells others of a change, is let in first, then requests,
 * then background work, which never holds so many connections that requests have none.
 */
export type Who = 'probe' | 'request' | 'background'

/** Of one piece of work: whether it has changed something already. */
export type Change = { isBegun: boolean }

/** What is asked for within goes ahead of requests once the change is begun: a refusal would not be true any more. */
export const changes = new AsyncLocalStorage<Change>()

/** Requests waiting for a connection; the next is refused. */
const waitingMax = 1_000
/** How long a request may wait: longer after a burst, shorter once others have been waiting all the time. */
const waitMaxMs = 5_000
const waitMaxWhenBusyMs = 1_000
/** Somebody has been waiting for so long: that is no burst, it is more than we can do. */
const busyAfterMs = 5_000
/** Background work that has waited this long is admitted before requests. */
const backgroundDueMs = 1_000
const backgroundWaitMaxMs = 30_000
const lookMs = 50

const refusal = () => tooBusy('Too many requests are waiting for the database.')

export type Admission = {
  /** Resolves when admitted, with the function that releases the connection. Rejects with `TOO_BUSY`. */
  enter(who: Who): Promise<() => void>
  waiting(who: Who): number
  /** Connections that may be used at once, and that are. */
  places: number
  taken(): number
  /** Called for each that has waited: until it was let in, or until it was refused. */
  onWaited: (who: Who, seconds: number, isRefused: boolean) => void
}

type Waiting = { since: number; enter(): void; refuse(): void }

/**
 * A queue in front of so many connections. Under overload a queue without a limit is slow for everybody, and its answers
 * reach clients that have given up. This one rejects at once what would wait too long (docs/decisions/overload.md).
 */
export function admission(places: number): Admission {
  const queues: Record<Who, Waiting[]> = { probe: [], request: [], background: [] }
  const backgroundMax = Math.max(1, Math.floor(places / 2))
  let taken = 0
  let takenByBackground = 0
  /** Since when no request has been let in without leaving others behind. */
  let fullSince: number | undefined
  let lastAdmittedAt = 0
  /** Between two requests that were let in while others were waiting; newer ones count more. */
  let msBetweenAdmissions = 0
  let timer: NodeJS.Timeout | undefined

  const isBusy = (now: number) => now - (fullSince ?? now) > busyAfterMs

  function isHopeless(now: number) {
    if (queues.request.length >= waitingMax) return true
    // When nobody is let in any more, the time since the last one says so.
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
    // Those who waited are refused: whoever comes now finds a place.
    if (queues.request.length === 0) fullSince = undefined
    letIn()
  }

  /** The first in a queue has waited longest. */
  function refuseLate() {
    const now = performance.now()
    const most = isBusy(now) ? waitMaxWhenBusyMs : waitMaxMs
    while (queues.request.length > 0 && now - queues.request[0]!.since > most)
      queues.request.shift()!.refuse()
    while (queues.background.length > 0 && now - queues.background[0]!.since > backgroundWaitMaxMs)
      queues.background.shift()!.refuse()
    while (queues.probe.length > 0 && now - queues.probe[0]!.since > waitMaxMs) queues.probe.shift()!.refuse()
    // Background work may be due since.
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

/** What Kysely asks of a pool, for one kind of caller. It is ended by whoever made it. */
export function admitted(pool: pg.Pool, queue: Admission, who: Who) {
  return {
    options: pool.options,
    end: async () => {},
    async connect() {
      const leave = await queue.enter(changes.getStore()?.isBegun ? 'probe' : who).catch(markedUnsent)
      try {
        const client = await pool.connect().catch(markedUnsent)
        const release = client.release
        // `pg` gives it anew with each connection that it hands out.
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
