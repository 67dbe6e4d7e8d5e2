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
/** Background work can wait: but then it is its turn, whoever else is waiting. */
const backgroundTurnMs = 1_000
const backgroundWaitMaxMs = 30_000
const lookMs = 50

const refusal = () => tooBusy('Too many are waiting for the database.')

export type Admission = {
  /** Resolves when it is one's turn, with what ends it. Rejects with `TOO_BUSY`. */
  enter(who: Who): Promise<() => void>
  waiting(who: Who): number
  /** Connections that may be used at once, and that are. */
  places: number
  taken(): number
  /** Called for each that has waited: until it was let in, or until it was refused. */
  onTurn: (who: Who, seconds: number, isRefused: boolean) => void
}

type Waiting = { since: number; enter(): void; refuse(): void }

/**
 * A line before so many places. Under overload a line that everybody joins is slow for all, and what comes out of it
 * has nobody left who waits for it. This one refuses at once whoever would wait too long
 * (docs/decisions/overload.md).
 */
export function admission(places: number): Admission {
  const lines: Record<Who, Waiting[]> = { probe: [], request: [], background: [] }
  const backgroundMax = Math.max(1, Math.floor(places / 2))
  let taken = 0
  let takenByBackground = 0
  /** Since when no request has been let in without leaving others behind. */
  let fullSince: number | undefined
  let lastTurn = 0
  /** Between two requests that were let in while others were waiting; newer ones count more. */
  let msBetweenTurns = 0
  let timer: NodeJS.Timeout | undefined

  const isBusy = (now: number) => now - (fullSince ?? now) > busyAfterMs

  function isHopeless(now: number) {
    if (lines.request.length >= waitingMax) return true
    // When nobody is let in any more, the time since the last one says so.
    const ms = Math.max(msBetweenTurns, now - lastTurn)
    return isBusy(now) && (lines.request.length + 1) * ms > waitMaxWhenBusyMs
  }

  function next(now: number): Who | undefined {
    const mayWork = takenByBackground < backgroundMax
    const isDue = mayWork && now - (lines.background[0]?.since ?? now) > backgroundTurnMs
    if (lines.probe.length > 0) return 'probe'
    if (isDue) return 'background'
    if (lines.request.length > 0) return 'request'
    return mayWork && lines.background.length > 0 ? 'background' : undefined
  }

  function letIn() {
    for (let who = next(performance.now()); taken < places && who; who = next(performance.now())) {
      taken++
      if (who === 'background') takenByBackground++
      lines[who].shift()!.enter()
      if (who === 'request' && lines.request.length === 0) fullSince = undefined
    }
  }

  function leave(who: Who) {
    taken--
    if (who === 'background') takenByBackground--
    // Those who waited are refused: whoever comes now finds a place.
    if (lines.request.length === 0) fullSince = undefined
    letIn()
  }

  /** In a line the first has waited longest. */
  function refuseLate() {
    const now = performance.now()
    const most = isBusy(now) ? waitMaxWhenBusyMs : waitMaxMs
    while (lines.request.length > 0 && now - lines.request[0]!.since > most) lines.request.shift()!.refuse()
    while (lines.background.length > 0 && now - lines.background[0]!.since > backgroundWaitMaxMs)
      lines.background.shift()!.refuse()
    while (lines.probe.length > 0 && now - lines.probe[0]!.since > waitMaxMs) lines.probe.shift()!.refuse()
    // Background work may be due since.
    letIn()
    if (lines.request.length + lines.background.length + lines.probe.length > 0) look()
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

  const line: Admission = {
    onTurn: () => {},
    waiting: (who) => lines[who].length,
    places,
    taken: () => taken,
    enter(who) {
      const since = performance.now()
      if (who === 'request') {
        if (isHopeless(since)) {
          line.onTurn(who, 0, true)
          return Promise.reject(refusal())
        }
        if (fullSince === undefined) {
          fullSince = since
          lastTurn = since
          msBetweenTurns = 0
        }
      }
      return new Promise((resolve, reject) => {
        const waited = () => (performance.now() - since) / 1_000
        lines[who].push({
          since,
          enter() {
            if (who === 'request') {
              const now = performance.now()
              msBetweenTurns = msBetweenTurns * 0.9 + (now - lastTurn) * 0.1
              lastTurn = now
            }
            line.onTurn(who, waited(), false)
            resolve(once(who))
          },
          refuse() {
            line.onTurn(who, waited(), true)
            reject(refusal())
          },
        })
        letIn()
        if (timer === undefined && lines[who].length > 0) look()
      })
    },
  }
  return line
}

/** What Kysely asks of a pool, for one kind of caller. It is ended by whoever made it. */
export function admitted(pool: pg.Pool, line: Admission, who: Who) {
  return {
    options: pool.options,
    end: async () => {},
    async connect() {
      const leave = await line.enter(changes.getStore()?.isBegun ? 'probe' : who).catch(markedUnsent)
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
