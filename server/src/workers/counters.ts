import {
  afterSteps,
  answerWithinMs,
  type Connect,
  type Counted,
  stepMs,
} from '../http/rate-limits/counters-connection.ts'
import { type OwnLimiter, rateLimiter } from '../http/rate-limits/rate-limit.ts'
import { idOf, lendsAbove, lentCounts, lentMax } from './leased-counts.ts'
import type { CountedAndLent, GiveBack, Primary, Take, ToPrimary } from './messages.ts'

type Waiter = (counted: Counted | undefined) => void

type Batch = { takes: Take[]; givenBack: GiveBack[]; waiters: Waiter[] }

const emptyBatch = (): Batch => ({ takes: [], givenBack: [], waiters: [] })

/**
 * A worker's connection to the primary's counters. One message is sent at a time. Calls made while a message
 * is in flight, and all calls in one tick of the event loop, share the next message. Counts that the primary
 * has leased are used without a message (leased-counts.ts).
 */
export function primaryCounters(primary: Primary): Connect {
  const answered = new Map<number, (counted: CountedAndLent[]) => void>()
  let lastId = 0
  // A late response is dropped, because its callers already have a response.
  primary.hear('counted', ({ id, counted }) => answered.get(id)?.(counted))

  return (onLost) => {
    let next = emptyBatch()
    let sent: (Batch & { id: number; stop(): void }) | undefined
    let isLost = false
    const lent = lentCounts(giveBack)

    function lose(reason?: string) {
      if (isLost) return
      isLost = true
      lent.clear()
      const waiters = [...(sent ? end(sent) : []), ...next.waiters]
      for (const waiter of waiters) waiter(undefined)
      if (reason !== undefined) onLost(reason)
    }

    function end({ id, stop, waiters }: NonNullable<typeof sent>): Waiter[] {
      answered.delete(id)
      stop()
      sent = undefined
      return waiters
    }

    function send() {
      if (isLost || sent || isEmpty(next)) return
      const [id, batch] = [++lastId, next]
      next = emptyBatch()
      const { takes, givenBack } = batch
      primary.tell({ kind: 'count', id, takes, givenBack })
      const late = () => lose(`No response within ${answerWithinMs} ms.`)
      const here = { ...batch, id, stop: afterSteps(answerWithinMs / stepMs, late) }
      sent = here
      answered.set(id, (counted) => {
        const waiters = end(here)
        for (const [at, [allowed, taken, endsAt, now, count]] of counted.entries()) {
          if (count) lent.add(takes[at]!, count, [allowed, taken, endsAt, now])
          waiters[at]!([allowed, taken, endsAt, now])
        }
        send()
      })
    }

    /** Sends all calls of the same tick together. */
    function sendLater() {
      if (!sent && isEmpty(next)) setImmediate(send)
    }

    function giveBack(given: GiveBack) {
      if (isLost) return
      sendLater()
      next.givenBack.push(given)
    }

    return {
      async open() {},
      take({ name, limit, windowMs }, key) {
        if (isLost) return Promise.resolve(undefined)
        const take: Take = [name, limit, windowMs, key]
        const known = lent.take(take)
        if (known) return known
        sendLater()
        next.takes.push(take)
        return new Promise((resolve) => void next.waiters.push(resolve))
      },
      giveBack: ({ name, limit, windowMs }, key, endsAt) => giveBack([name, limit, windowMs, key, endsAt, 1]),
      close() {
        lent.end()
        const { givenBack } = next
        if (givenBack.length > 0) primary.tell({ kind: 'count', id: ++lastId, takes: [], givenBack })
        lose()
      },
    }
  }
}

const isEmpty = ({ takes, givenBack }: Batch) => takes.length + givenBack.length === 0

/**
 * The counters themselves, in the primary. For each name and limit, they have the same windows as in a single
 * process.
 */
export function machineCounters() {
  const limiters = new Map<string, OwnLimiter>()

  function limiterOf(name: string, limit: number, windowMs: number) {
    const id = `${name} ${limit} ${windowMs}`
    const limiter = limiters.get(id) ?? rateLimiter(limit, windowMs)
    limiters.set(id, limiter)
    return limiter
  }

  /**
   * @param isLast whether this is the last request of the caller in this message. Only the last request gets
   * a lease.
   */
  function take([name, limit, windowMs, key]: Take, now: number, isLast: boolean): CountedAndLent {
    const limiter = limiterOf(name, limit, windowMs)
    const { allowed, remaining, resetsAt } = limiter.take(key, now)
    const counted = [allowed ? 1 : 0, limit - remaining, resetsAt, now] as const
    if (!isLast || remaining <= lendsAbove) return [...counted]
    limiter.take(key, now, lentMax)
    return [...counted, lentMax]
  }

  return ({ takes, givenBack }: Extract<ToPrimary, { kind: 'count' }>): CountedAndLent[] => {
    const now = Date.now()
    for (const [name, limit, windowMs, key, resetsAt, count] of givenBack)
      limiterOf(name, limit, windowMs).giveBack(key, { allowed: true, remaining: 0, resetsAt }, count)
    const isLarge = ([, limit]: Take) => limit > lendsAbove
    const last = takes.some(isLarge) ? new Map(takes.map((one, at) => [idOf(one), at])) : undefined
    return takes.map((one, at) => take(one, now, last?.get(idOf(one)) === at))
  }
}
