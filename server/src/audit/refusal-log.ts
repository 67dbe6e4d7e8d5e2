import { batched } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { type Limiters, whenCounted } from '../http/rate-limits/rate-limit.ts'
import { appendSecurityEvents } from './append.ts'
import type { NewSecurityEvent, Origin } from './event.ts'

const windowMs = 60_000
/**
 * Maximum number of rejections per IP address and minute that are logged individually: enough to see what an attacker
 * tries.
 */
export const refusalsPerAddress = 20
/** The limit for all IP addresses together, so that an attack from many machines cannot fill the disk. */
const refusalsPerMinute = 1_000

type Refusal = NewSecurityEvent & { from: Origin & { requestId: string } }

export type RefusalLog = {
  /** Returns immediately. No response waits for the log, so an entry can be lost. */
  note(refusal: Refusal): void
  /**
   * Like `note`, for rejections that have their own rate limit. The person concerned is looked up after the
   * response.
   */
  noteFound(find: (db: Db) => Promise<NewSecurityEvent[]>): void
  close(): Promise<void>
}

/**
 * Logs rejections: a limited number per IP address individually, and the rest as a count at the end of the minute.
 */
export function refusalLog(
  db: Db,
  limiters: Limiters,
  onLost: (error: unknown, events: number) => void,
): RefusalLog {
  const perAddress = limiters('refusals-of-address', refusalsPerAddress, windowMs)
  const all = limiters('refusals', refusalsPerMinute, windowMs)
  const writing = new Set<Promise<unknown>>()
  // Counts by IP address. '' counts the rejections above the total limit of the minute. The map is bounded
  // like `all`.
  const omitted = new Map<string, number>()
  let summary: NodeJS.Timeout | undefined

  const write = batched(async (events: readonly NewSecurityEvent[]) => {
    await appendSecurityEvents(db, events).catch((error) => onLost(error, events.length))
    return events.map(() => undefined)
  })

  function append(event: NewSecurityEvent) {
    remember(write(event))
  }

  async function appendFound(find: (db: Db) => Promise<NewSecurityEvent[]>) {
    const events = await find(db).catch((error) => onLost(error, 1))
    await Promise.all((events ?? []).map(write))
  }

  function remember(work: Promise<unknown>) {
    const done: Promise<unknown> = work.finally(() => writing.delete(done))
    writing.add(done)
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
      const counted = whenCounted(perAddress.take(address), ({ allowed }) =>
        allowed
          ? whenCounted(all.take(''), ({ allowed }) => (allowed ? append(refusal) : omit('')))
          : omit(address),
      )
      if (counted instanceof Promise) remember(counted)
    },
    noteFound: (find) => remember(appendFound(find)),
    async close() {
      await Promise.all(writing)
      summarize()
      await Promise.all(writing)
    },
  }
}
