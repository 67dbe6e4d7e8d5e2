import type { Counted } from '../http/rate-limits/counters-connection.ts'
import type { GiveBack, Take } from './messages.ts'

/**
 * The primary lends where so much is left that it is hardly used up before what was lent is given back: at the rate at
 * which it was seen to count at most, some 130,000 a second, that takes longer than `lentMs`. So none is refused while
 * another holds what is left, and of a limit that is not larger every single request is asked for.
 */
export const lendsAbove = 10_000
/** A page from memory is answered some 40,000 times a second: then a worker asks 80 times. */
export const lentMax = 500
/** After which a worker gives back what it has not used, and how often it looks. */
export const lentMs = 50
const lookMs = 10

type Lent = { take: Take; left: number; counted: Counted; until: number }

export type LentCounts = {
  /** Takes one of what was lent, at once; undefined where there is none. */
  take(asked: Take): Counted | undefined
  /** @param counted as the primary has counted the request itself, before it lent `count` more. */
  add(asked: Take, count: number, counted: Counted): void
  /** Gives all back. */
  end(): void
  /** Forgets them: they stay counted until their window ends. */
  clear(): void
}

/** What the primary has lent to a worker: counted there already, and taken here without asking. */
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

/** Of a caller's window. */
export const idOf = ([name, limit, windowMs, key]: Take) => `${name} ${limit} ${windowMs} ${key}`
