import {
  afterTurns,
  answerWithinMs,
  type Connect,
  type Counted,
  turnMs,
} from '../http/counters-connection.ts'
import { type OwnLimiter, rateLimiter } from '../http/rate-limit.ts'
import type { GiveBack, Primary, Take, ToPrimary } from './messages.ts'

type Waiter = (counted: Counted | undefined) => void

type Batch = { takes: Take[]; givenBack: GiveBack[]; waiters: Waiter[] }

const emptyBatch = (): Batch => ({ takes: [], givenBack: [], waiters: [] })

/**
 * The primary's counters as a worker reaches them. One message is under way at a time: what is asked meanwhile, and in one
 * turn of the event loop, goes together with the next.
 */
export function primaryCounters(primary: Primary): Connect {
  const answered = new Map<number, (counted: Counted[]) => void>()
  let lastId = 0
  // What comes too late is for nobody: they have been told.
  primary.hear('counted', ({ id, counted }) => answered.get(id)?.(counted))

  return (onLost) => {
    let next = emptyBatch()
    let sent: (Batch & { id: number; stop(): void }) | undefined
    let isLost = false

    function lose(reason?: string) {
      if (isLost) return
      isLost = true
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
      const late = () => lose(`No answer in ${answerWithinMs} ms.`)
      const here = { ...batch, id, stop: afterTurns(answerWithinMs / turnMs, late) }
      sent = here
      answered.set(id, (counted) => {
        for (const [at, waiter] of end(here).entries()) waiter(counted[at])
        send()
      })
    }

    /** With all that is asked in the same turn. */
    function sendLater() {
      if (!sent && isEmpty(next)) setImmediate(send)
    }

    return {
      async open() {},
      take({ name, limit, windowMs }, key) {
        if (isLost) return Promise.resolve(undefined)
        sendLater()
        next.takes.push([name, limit, windowMs, key])
        return new Promise((resolve) => void next.waiters.push(resolve))
      },
      giveBack({ name, limit, windowMs }, key, endsAt) {
        if (isLost) return
        sendLater()
        next.givenBack.push([name, limit, windowMs, key, endsAt])
      },
      close: () => lose(),
    }
  }
}

const isEmpty = ({ takes, givenBack }: Batch) => takes.length + givenBack.length === 0

/** The counters themselves, in the primary: for each name and limit the same windows as one process has for itself. */
export function machineCounters() {
  const limiters = new Map<string, OwnLimiter>()

  function limiterOf(name: string, limit: number, windowMs: number) {
    const id = `${name} ${limit} ${windowMs}`
    const limiter = limiters.get(id) ?? rateLimiter(limit, windowMs)
    limiters.set(id, limiter)
    return limiter
  }

  function take([name, limit, windowMs, key]: Take, now: number): Counted {
    const { allowed, remaining, resetsAt } = limiterOf(name, limit, windowMs).take(key, now)
    return [allowed ? 1 : 0, limit - remaining, resetsAt, now]
  }

  return ({ takes, givenBack }: Extract<ToPrimary, { kind: 'count' }>): Counted[] => {
    const now = Date.now()
    for (const [name, limit, windowMs, key, resetsAt] of givenBack)
      limiterOf(name, limit, windowMs).giveBack(key, { allowed: true, remaining: 0, resetsAt })
    return takes.map((one) => take(one, now))
  }
}
