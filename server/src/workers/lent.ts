import type { Counted } from '../http/counters-connection.ts'
import type { GiveBack, Take } from './messages.ts'

/**
 * The primary lends where so much is left that it can't be used up before what was lent is given back: at the rate at
 * which it can count at all, some 130,000 a second, that takes longer than `lentMs`. So nobody is refused while another
 * holds what is left, and of a limit that is not larger every single request is asked for.
 */
export const lendsAbove = 10_000
/** A page from memory is answered 20,000 times a second: one question for each fortieth of a second. */
export const lentMax = 500
/** After which a worker gives back what it has not used. */
export const lentMs = 50

type Lent = { take: Take; left: number; counted: Counted; until: number }

export type LentCounts = {
  /** Takes one of what was lent, at once; undefined where there is none. */
  take(take: Take): Counted | undefined
  /** @param counted as the primary has counted the request itself, before it lent `count` more. */
  add(take: Take, count: number, counted: Counted): void
  /** Forgets them: they stay counted until their window ends. */
  clear(): void
}

/** What the primary has lent to a worker: counted there already, and taken here without asking. */
export function lentCounts(giveBack: (unused: GiveBack) => void): LentCounts {
  const lent = new Map<string, Lent>()
  let sweep: NodeJS.Timeout | undefined

  function giveBackOld() {
    sweep = undefined
    for (const [id, one] of lent) if (one.until <= performance.now()) end(id, one)
    if (lent.size > 0) sweepLater()
  }

  function end(id: string, { take, left, counted: [, , endsAt] }: Lent) {
    lent.delete(id)
    if (left > 0) giveBack([...take, endsAt, left])
  }

  function sweepLater() {
    sweep ??= setTimeout(giveBackOld, lentMs).unref()
  }

  return {
    take(take) {
      const one = lent.get(idOf(take))
      if (!one || one.left === 0 || one.until <= performance.now()) return undefined
      const now = Date.now()
      const [, taken, endsAt] = one.counted
      if (endsAt <= now) return undefined
      one.left -= 1
      one.counted = [1, taken + 1, endsAt, now]
      return one.counted
    },
    add(take, count, counted) {
      const id = idOf(take)
      const earlier = lent.get(id)
      if (earlier) end(id, earlier)
      lent.set(id, { take, left: count, counted, until: performance.now() + lentMs })
      sweepLater()
    },
    clear() {
      clearTimeout(sweep)
      sweep = undefined
      lent.clear()
    },
  }
}

const idOf = ([name, limit, windowMs, key]: Take) => `${name} ${limit} ${windowMs} ${key}`
