import type { Notifications } from '../db/notifications.ts'
import type { CompanyId } from '../ids.ts'
import { type Watcher, watchSlots } from './watch-slots.ts'

/** The channel on which every commit with events announces its company and its node (commit.ts). */
export const commitsChannel = 'atelier_commits'

export type Commits = {
  /**
   * Waits for the company's next commit. Start the wait before reading, so that a commit in between ends it.
   * @throws `TOO_BUSY` if too many requests are already waiting (watch-slots.ts).
   */
  watch(watcher: Watcher): Watch
  /** Calls back for each commit of any company, for work that serves all companies. */
  onCommit(listener: (companyId: CompanyId) => void): void
  /** Ends all current and future waits, because the server closes. */
  close(): void
  readonly isClosed: boolean
}

export type Watch = {
  /**
   * Resolves at a commit since the watch started or since the last call, after the timeout, or when the
   * client disconnects.
   * @param known the last event that the caller has.
   * @returns whether there may be a newer event.
   */
  next(known: number, withinMs: number, signal: AbortSignal): Promise<boolean>
  end(): void
  /** Whether the slot was given to a smaller enterprise. The request then returns the events that it has. */
  readonly isEvicted: boolean
}

type Waiter = { isNotified: boolean; isEvicted: boolean; known: number; wake: (() => void) | undefined }

export type NewestEvents = (companyIds: readonly CompanyId[]) => Promise<ReadonlyMap<CompanyId, number>>

/**
 * Interval of polling, which finds commits whose process ended before its notification was sent. One query serves all
 * waiting requests. With a query for each, 2,000 idle streams would send 400 queries per second and delay other
 * requests.
 */
const pollMsDefault = 5_000

/** @param watchesMax maximum number of waiting requests. */
export async function watchCommits(
  notifications: Notifications,
  watchesMax: number,
  newestEvents: NewestEvents,
  pollMs = pollMsDefault,
): Promise<Commits> {
  const waiters = new Map<CompanyId, Set<Waiter>>()
  const listeners: ((companyId: CompanyId) => void)[] = []
  const slots = watchSlots(watchesMax)
  let isClosed = false

  const wakeAll = () => {
    for (const companyId of waiters.keys()) wake(companyId)
  }
  const wake = (companyId: CompanyId) => {
    for (const waiter of waiters.get(companyId) ?? []) {
      waiter.isNotified = true
      waiter.wake?.()
    }
  }
  await notifications.listen(
    commitsChannel,
    (message) => {
      const [companyId] = message.split(' ') as [CompanyId]
      wake(companyId)
      for (const listener of listeners) listener(companyId)
    },
    wakeAll,
  )

  async function poll() {
    if (waiters.size === 0) return
    // Nothing is committed while the database is down, and the next poll tries again.
    const newest = await newestEvents([...waiters.keys()]).catch(() => new Map<CompanyId, number>())
    for (const [companyId, seq] of newest)
      for (const waiter of waiters.get(companyId) ?? []) {
        if (waiter.known >= seq) continue
        waiter.isNotified = true
        waiter.wake?.()
      }
  }
  let isPolling = false
  const polling = setInterval(async () => {
    if (isPolling) return
    isPolling = true
    await poll()
    isPolling = false
  }, pollMs).unref()

  function watch(watcher: Watcher): Watch {
    const { companyId } = watcher
    const waiter: Waiter = {
      isNotified: false,
      isEvicted: false,
      known: Number.POSITIVE_INFINITY,
      wake: undefined,
    }
    const free = slots.take(watcher, () => {
      waiter.isEvicted = true
      waiter.wake?.()
    })
    const those = waiters.get(companyId) ?? new Set()
    waiters.set(companyId, those.add(waiter))
    return {
      async next(known, withinMs, signal) {
        waiter.known = known
        const isOver = waiter.isNotified || waiter.isEvicted || isClosed || signal.aborted
        if (!isOver) await notified(waiter, withinMs, signal)
        const { isNotified } = waiter
        waiter.isNotified = false
        return isNotified
      },
      end() {
        free()
        those.delete(waiter)
        if (those.size === 0 && waiters.get(companyId) === those) waiters.delete(companyId)
      },
      get isEvicted() {
        return waiter.isEvicted
      },
    }
  }

  return {
    watch,
    onCommit: (listener) => void listeners.push(listener),
    close() {
      isClosed = true
      clearInterval(polling)
      wakeAll()
    },
    get isClosed() {
      return isClosed
    },
  }
}

function notified(waiter: Waiter, withinMs: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      waiter.wake = undefined
      resolve()
    }
    const timer = setTimeout(done, withinMs)
    signal.addEventListener('abort', done)
    waiter.wake = done
  })
}
