import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { hourMs } from '../durations.ts'
import type { ErrorCode } from '../errors.ts'
import type { Principal } from '../http/caller.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Interval of writing counts. A killed process loses at most the counts of this time. */
const flushMs = 5_000

type Count = { company_id: CompanyId; client_id: Uuid; hour: Date; requests: number; refusals: number }

export type RequestCounts = {
  /** Counts a request, after its response. Returns immediately. */
  note(request: { principal?: Principal | undefined; refusal?: ErrorCode | undefined }): void
  close(): Promise<void>
}

/**
 * Counts requests and refusals per client and hour in memory and stores them every few seconds in one
 * statement. No timer runs while there are no requests.
 */
export function requestCounts(db: Db, onLost: (error: unknown, requests: number) => void): RequestCounts {
  let counts = new Map<Uuid, Count>()
  let hourEndsAt = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const counted = [...counts.values()]
    counts = new Map()
    writing = Promise.all([writing, write(db, counted)]).then(
      () => undefined,
      (error) =>
        onLost(
          error,
          counted.reduce((sum, { requests }) => sum + requests, 0),
        ),
    )
  }

  return {
    note({ principal, refusal }) {
      if (!principal?.clientId || !principal.companyId) return
      const now = Date.now()
      if (now >= hourEndsAt) {
        flush()
        hourEndsAt = (Math.floor(now / hourMs) + 1) * hourMs
      }
      const { clientId, companyId } = principal
      let count = counts.get(clientId)
      if (!count) {
        const hour = new Date(hourEndsAt - hourMs)
        count = { company_id: companyId, client_id: clientId, hour, requests: 0, refusals: 0 }
        counts.set(clientId, count)
      }
      count.requests += 1
      if (refusal !== undefined) count.refusals += 1
      timer ??= setTimeout(flush, flushMs).unref()
    },
    async close() {
      flush()
      await writing
    },
  }
}

const write = (db: Db, counts: Count[]) =>
  sql`select add_client_requests(${JSON.stringify(counts)}::jsonb)`.execute(db)
