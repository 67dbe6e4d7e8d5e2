import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { RequestSummary } from '../http/request-summary.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

/**
 * A killed process loses the entries of at most this many milliseconds, and the entries that are being
 * written.
 */
export const flushMs = 2_000
const windowMs = 60_000
/**
 * Maximum number of requests per company and minute that a process logs. Other requests are only counted
 * (request-counts.ts).
 */
export const loggedPerMinute = 300
/**
 * The limit for failed requests, which is separate so that a flood of successful requests does not hide them.
 */
export const failuresPerMinute = 300
/**
 * Maximum number of token requests without valid credentials that a process logs per minute: per IP address, per
 * client, and in total. Anyone can send such requests, and one sender must not hide the requests of others.
 */
export const refusedPerSender = 10
const refusedPerMinute = 1_000
/** Maximum number of entries of all companies that wait for the next write. */
const waitingMax = 5_000

type Answered = { at: number; clientId: Uuid; summary: RequestSummary; error: string | undefined }
type Budget = { logged: number; failures: number }

export type RequestLog = {
  /** Logs a client's request after its response. Returns immediately. */
  note(summary: RequestSummary): void
  /**
   * Logs a request that was rejected before its client was known.
   * @param clientId the client that the request named.
   * @param address the IP address that sent the request.
   */
  noteRefused(clientId: Uuid, address: string, summary: RequestSummary, error: string): void
  close(): Promise<void>
}

/**
 * Logs requests of clients in memory and stores them every two seconds in one statement. The log is bounded
 * per company and minute, so that a client that sends very many requests does not affect other clients. No
 * timer runs while there are no requests.
 */
export function requestLog(db: Db, onLost: (error: unknown, entries: number) => void): RequestLog {
  let waiting = new Map<CompanyId, Answered[]>()
  let refused: Answered[] = []
  let waitingCount = 0
  let budgets = new Map<CompanyId, Budget>()
  let refusedCount = 0
  // Counts of refused requests by IP address and by client.
  let refusedOf = new Map<string, number>()
  let windowEndsAt = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waitingCount === 0) return
    const count = waitingCount
    const [known, unknown] = [waiting, refused]
    waiting = new Map()
    refused = []
    waitingCount = 0
    writing = Promise.all([writing, write(db, known, unknown)]).then(
      () => undefined,
      (error) => onLost(error, count),
    )
  }

  /** Whether one more entry can be logged. Begins a new minute when the current minute is over. */
  function hasRoom(now: number) {
    if (now >= windowEndsAt) {
      budgets = new Map()
      refusedCount = 0
      refusedOf = new Map()
      windowEndsAt = now + windowMs
    }
    return waitingCount < waitingMax
  }

  function budgetOf(companyId: CompanyId) {
    const known = budgets.get(companyId)
    if (known) return known
    const budget = { logged: 0, failures: 0 }
    budgets.set(companyId, budget)
    return budget
  }

  function entriesOf(companyId: CompanyId) {
    const known = waiting.get(companyId)
    if (known) return known
    const entries: Answered[] = []
    waiting.set(companyId, entries)
    return entries
  }

  function wait(entries: Answered[], entry: Answered) {
    entries.push(entry)
    waitingCount += 1
    timer ??= setTimeout(flush, flushMs).unref()
  }

  return {
    note(summary) {
      const { principal, status, refusal } = summary
      if (!principal?.clientId || !principal.companyId) return
      const at = Date.now()
      if (!hasRoom(at)) return
      const { clientId, companyId } = principal
      const budget = budgetOf(companyId)
      if (status >= 400) {
        if (budget.failures >= failuresPerMinute) return
        budget.failures += 1
      } else {
        if (budget.logged >= loggedPerMinute) return
        budget.logged += 1
      }
      wait(entriesOf(companyId), { at, clientId, summary, error: refusal })
    },
    noteRefused(clientId, address, summary, error) {
      const at = Date.now()
      if (!hasRoom(at) || refusedCount >= refusedPerMinute) return
      const senders = [address, clientId]
      if (senders.some((sender) => (refusedOf.get(sender) ?? 0) >= refusedPerSender)) return
      for (const sender of senders) refusedOf.set(sender, (refusedOf.get(sender) ?? 0) + 1)
      refusedCount += 1
      wait(refused, { at, clientId, summary, error })
    },
    async close() {
      flush()
      await writing
    },
  }
}

async function write(db: Db, known: Map<CompanyId, Answered[]>, refused: readonly Answered[]) {
  const companies = await companiesOf(db, refused)
  for (const entry of refused) {
    const company = companies.get(entry.clientId)
    if (company === undefined) continue
    const entries = known.get(company)
    if (entries) entries.push(entry)
    else known.set(company, [entry])
  }
  if (known.size === 0) return
  const rows = Object.fromEntries([...known].map(([company, entries]) => [company, entries.map(rowOf)]))
  await sql`select add_request_log(${JSON.stringify(rows)}::jsonb)`.execute(db)
}

async function companiesOf(db: Db, refused: readonly Answered[]): Promise<Map<Uuid, CompanyId>> {
  if (refused.length === 0) return new Map()
  const ids = [...new Set(refused.map(({ clientId }) => clientId))]
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'company_id'])
    .where('id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .where('company_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, company_id }) => [id, company_id!]))
}

/** A row contains only values that the server itself defines, and never a URL, a query or a header. */
const rowOf = ({ at, clientId, error, summary: { id, method, route, status, elapsedMs } }: Answered) => ({
  id: newId(new Date(at)),
  client_id: clientId,
  request_id: id.slice(requestIdPrefix.length),
  status,
  duration_ms: Math.round(elapsedMs),
  method,
  route,
  error,
})

/** The prefix of request IDs, which is followed by a UUID. */
export const requestIdPrefix = 'req_'
