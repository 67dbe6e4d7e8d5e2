import type { Counted } from '../http/rate-limits/counters-connection.ts'
import type { GiveBack, Take } from './messages.ts'

/**
 * The remaining count above which the primary leases counts. It can hardly be used up before a lease is
 * refunded, because at the highest measured rate, about 130,000 a second, that takes longer than `lentMs`. So
 * no request is rejected while another worker holds unused counts. For smaller limits, every request asks the
 * primary.
 */
export const lendsAbove = 10_000
/**
 * Maximum number of leased counts. A cached page is served about 40,000 times a second, so a worker then asks
 * 80 times a second.
 */
export const lentMax = 500
/** Time after which a worker refunds unused counts, and the interval of that check. */
export const lentMs = 50
const lookMs = 10

type Lent = { take: Take; left: number; counted: Counted; until: number }

export type LentCounts = {
  /** Takes one of the leased counts, synchronously. Undefined if there are none. */
  take(asked: Take): Counted | undefined
  /** @param counted the primary's result for the request itself, before it leased `count` more. */
  add(asked: Take, count: number, counted: Counted): void
  /** Refunds all leases. */
  end(): void
  /** Drops all leases, which stay counted until their window ends. */
  clear(): void
}

/**
 * Counts that the primary has leased to a worker. The primary has already counted them, so the worker uses
 * them without asking.
 */
export function lentCounts(giveBack: (unused: GiveBack) => void): LentCounts {
  const lent = new Map<string, Lent>()
  let sweep: NodeJS.Timeout | undefined

  function giveBackOld() {
    sweep = undefined
    for (const [id, one] of lent) if (isOld(one)) end(id, one)
    if (lent.size > 0) sweepLater()
  }

  const isOld = ({ until }: Lent) => until <= performance.now()

  function end(id: string, { take, left, counted: [, , endsAt] }: Lent) {
    lent.delete(id)
    if (left > 0) giveBack([...take, endsAt, left])
  }

  function sweepLater() {
    sweep ??= setTimeout(giveBackOld, lookMs).unref()
  }

  return {
    take(asked) {
      const id = idOf(asked)
      const one = lent.get(id)
      if (!one) return undefined
      if (one.left === 0 || isOld(one)) {
        end(id, one)
        return undefined
      }
      const now = Date.now()
      const [, taken, endsAt] = one.counted
      if (endsAt <= now) return undefined
      one.left -= 1
      one.counted = [1, taken + 1, endsAt, now]
      return one.counted
    },
    add(asked, count, counted) {
      const id = idOf(asked)
      const earlier = lent.get(id)
      if (earlier) end(id, earlier)
      lent.set(id, { take: asked, left: count, counted, until: performance.now() + lentMs })
      sweepLater()
    },
    end() {
      for (const [id, one] of lent) end(id, one)
    },
    clear() {
      clearTimeout(sweep)
      sweep = undefined
      lent.clear()
    },
  }
}

/** The key of a caller's window. */
export const idOf = ([name, limit, windowMs, key]: Take) => `${name} ${limit} ${windowMs} ${key}`
