import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { rateLimiter } from '../http/rate-limit.ts'
import { appendSecurityEvents } from './append.ts'
import type { NewSecurityEvent, Origin } from './event.ts'

const windowMs = 60_000
/** Refusals of one address that are told one by one in a minute: enough to see what it is after. */
export const refusalsPerAddress = 20
/** And of all addresses together: a thousand machines must not fill the disk either. */
const refusalsPerMinute = 1_000

type Refusal = NewSecurityEvent & { from: Origin & { requestId: string } }

export type RefusalLog = {
  /** Returns at once. What could not be written is lost: no answer waits for the log or fails with it. */
  note(refusal: Refusal): void
  /** Writes what is still to be told. */
  close(): Promise<void>
}

/**
 * Tells of refusals: as many of an address as are worth telling one by one, and of the rest at the end of the
 * minute how many there were.
 */
export function refusalLog(db: Db, onLost: (error: unknown, events: number) => void): RefusalLog {
  const perAddress = rateLimiter(refusalsPerAddress, windowMs)
  const all = rateLimiter(refusalsPerMinute, windowMs)
  const writing = new Set<Promise<unknown>>()
  // By address; under '' those of all addresses for whom the minute had no room. As short as `all` is strict.
  const omitted = new Map<string, number>()
  let summary: NodeJS.Timeout | undefined

  const write = batched(async (events: readonly NewSecurityEvent[]) => {
    await appendSecurityEvents(db, events).catch((error) => onLost(error, events.length))
    return events.map(() => undefined)
  })

  function append(event: NewSecurityEvent) {
    const written: Promise<unknown> = write(event).finally(() => writing.delete(written))
    writing.add(written)
  }

  function omit(address: string) {
    omitted.set(address, (omitted.get(address) ?? 0) + 1)
    summary ??= setTimeout(summarize, windowMs).unref()
  }

  function summarize() {
    clearTimeout(summary)
    summary = undefined
    for (const [address, more] of omitted) {
      append({ type: 'refusals.omitted', from: address === '' ? undefined : { address }, data: { more } })
    }
    omitted.clear()
  }

  return {
    note(refusal) {
      const { address } = refusal.from
      if (!perAddress.take(address).allowed) omit(address)
      else if (!all.take('').allowed) omit('')
      else append(refusal)
    },
    async close() {
      summarize()
      await Promise.all(writing)
    },
  }
}
