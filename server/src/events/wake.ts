import type { Notifications } from '../db/notifications.ts'
import { ApiError } from '../http/errors.ts'
import type { CompanyId } from '../ids.ts'

/** The channel on which every commit with events tells its company, and which node made it (commit.ts). */
export const commitsChannel = 'atelier_commits'

/** Who waits for the next commit of a company: each is a request that is open. */
const waitersMax = 2_000
const waitersOfCompanyMax = 200

export type Commits = {
  /**
   * Waits for the company's next commit. Begin before reading what is there: what is committed in between is
   * heard then.
   * @throws {ApiError} `unavailable` when too many wait already.
   */
  watch(companyId: CompanyId): Watch
  /** Calls back for each commit of any company: for work that serves them all. */
  onCommit(hear: (companyId: CompanyId) => void): void
  /** Wakes everybody, now and whoever comes later: the server closes. */
  close(): void
  readonly isClosed: boolean
}

export type Watch = {
  /** Resolves at a commit after the watch began or was last asked, after this time, or when nobody listens any more. */
  next(withinMs: number, signal: AbortSignal): Promise<void>
  end(): void
}

type Waiter = { isHeard: boolean; wake: (() => void) | undefined }

export async function watchCommits(notifications: Notifications): Promise<Commits> {
  const waiters = new Map<CompanyId, Set<Waiter>>()
  const hearers: ((companyId: CompanyId) => void)[] = []
  let count = 0
  let isClosed = false

  const wakeAll = () => {
    for (const companyId of waiters.keys()) wake(companyId)
  }
  const wake = (companyId: CompanyId) => {
    for (const waiter of waiters.get(companyId) ?? []) {
      waiter.isHeard = true
      waiter.wake?.()
    }
  }
  await notifications.listen(
    commitsChannel,
    (message) => {
      const [companyId] = message.split(' ') as [CompanyId]
      wake(companyId)
      for (const hear of hearers) hear(companyId)
    },
    wakeAll,
  )

  function watch(companyId: CompanyId): Watch {
    const those = waiters.get(companyId) ?? new Set()
    if (count >= waitersMax || those.size >= waitersOfCompanyMax) throw new ApiError('unavailable')
    const waiter: Waiter = { isHeard: false, wake: undefined }
    waiters.set(companyId, those.add(waiter))
    count++
    return {
      async next(withinMs, signal) {
        if (!waiter.isHeard && !isClosed && !signal.aborted) await heard(waiter, withinMs, signal)
        waiter.isHeard = false
      },
      end() {
        if (!those.delete(waiter)) return
        count--
        if (those.size === 0 && waiters.get(companyId) === those) waiters.delete(companyId)
      },
    }
  }

  return {
    watch,
    onCommit: (hear) => void hearers.push(hear),
    close() {
      isClosed = true
      wakeAll()
    },
    get isClosed() {
      return isClosed
    },
  }
}

function heard(waiter: Waiter, withinMs: number, signal: AbortSignal) {
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
