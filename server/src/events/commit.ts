import { sql } from 'kysely'
import { batchedOn } from '../db/batch.ts'
import { OutcomeUnknownError } from '../db/commit-outcome.ts'
import type { CompanyWork, Db, Handle, Trx } from '../db/handle.ts'
import type { PendingEvent } from '../db/pending-event.ts'
import { placeholder, statement } from '../db/statement.ts'
import { lockCompany, touch } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

const asReturned = async (_: Trx, changed: unknown) => changed

/** The notification of a commit: the company, and the node that already knows about it. */
const commitMessage = (companyId: CompanyId, node: string) => `${companyId} ${node}`

/**
 * Runs `work` in a transaction that is the only one changing the company. Changes that arrive during the
 * transaction wait without a connection, and then share a commit. If one of them fails, the others run a
 * second time, so effects outside the transaction must tolerate a repetition.
 * @param read returns the response in the same transaction, because no read may fail after the commit
 *   (contract R-ERR-13). Changes that share a commit read together, after all of them have done their work.
 */
export function withCompanyLock<T>(db: Db, companyId: CompanyId, work: (trx: Trx) => Promise<T>): Promise<T>
export function withCompanyLock<T, A>(
  db: Db,
  companyId: CompanyId,
  work: (trx: Trx) => Promise<T>,
  read: ((trx: Trx, changed: T) => Promise<A>) | undefined,
): Promise<A>
export function withCompanyLock(
  db: Db,
  companyId: CompanyId,
  change: CompanyWork['change'],
  read: CompanyWork['read'] = asReturned,
): Promise<unknown> {
  if (db.isTransaction) return lockCompany(db, companyId, async (trx) => read(trx, await change(trx)))
  return db.changes(companyId, { change, read }, async (_, take) => {
    const { outcomes, events } = await commitAll(db, companyId, take)
    // Notifies after the commit, because a transaction that notifies holds a server-wide lock while it syncs
    // to disk. If this process ends before it notifies, other nodes find the commit by polling.
    if (events > 0) notify(db, companyId).catch(() => {})
    return outcomes
  })
}

/** Adds events. They are written before the commit, or immediately if the transaction does not collect events. */
export async function addEvents(trx: Trx, companyId: CompanyId, entries: PendingEvent[]) {
  if (entries.length > 0) touch(trx, companyId)
  if (trx.pendingEvents) trx.pendingEvents.push(...entries)
  else await insertEntries(trx, companyId, entries)
}

const notify = batchedOn(async ({ probe, cacheVersions }: Handle, companies: readonly CompanyId[]) => {
  const messages = [...new Set(companies)].map((companyId) => commitMessage(companyId, cacheVersions.node))
  // Notifications go ahead of requests, because other nodes serve stale data until they are notified.
  await sql`select pg_notify('atelier_commits', message) from unnest(${messages}::text[]) message`.execute(
    probe,
  )
  return companies.map(() => undefined)
}, 1)

/**
 * Changes rarely fail, so all of them are first tried without savepoints. If one fails, nothing is committed,
 * and each change runs again in its own savepoint, so that the failure affects no other change.
 */
async function commitAll(db: Handle, companyId: CompanyId, take: () => CompanyWork[]): Promise<Committed> {
  let isRefused = false
  const trusting = async (trx: Trx, works: CompanyWork[]) => {
    try {
      const changed: unknown[] = []
      for (const work of works) changed.push(await work.change(trx))
      const values = await Promise.all(works.map(({ read }, at) => read(trx, changed[at])))
      return values.map((value) => ({ status: 'fulfilled' as const, value }))
    } catch (error) {
      isRefused = true
      throw error
    }
  }
  return commit(db, companyId, take, trusting).catch((error) => {
    if (!isRefused || take().length === 1) throw error
    return commit(db, companyId, take, attempting)
  })
}

type Committed = { outcomes: PromiseSettledResult<unknown>[]; events: number }

async function commit(
  db: Handle,
  companyId: CompanyId,
  take: () => CompanyWork[],
  run: (
    trx: Trx,
    works: CompanyWork[],
    pendingEvents: PendingEvent[],
  ) => Promise<PromiseSettledResult<unknown>[]>,
): Promise<Committed> {
  let noted: Promise<unknown> | undefined
  const pendingEvents: PendingEvent[] = []
  const work = async (trx: Trx) => {
    const outcomes = await run(trx, take(), pendingEvents)
    // This statement is sent together with the commit. If it fails, so does the commit, and this error has
    // the reason.
    noted = insertEntries(trx, companyId, pendingEvents)
    noted.catch(() => {})
    return { outcomes, events: pendingEvents.length }
  }
  return lockCompany(db, companyId, work, { pendingEvents }).catch(async (error) => {
    if (!(error instanceof OutcomeUnknownError)) await noted
    throw error
  })
}

async function attempting(trx: Trx, works: CompanyWork[], pendingEvents: PendingEvent[]) {
  const outcomes: PromiseSettledResult<unknown>[] = []
  for (const work of works) outcomes.push(await attempt(trx, work, pendingEvents))
  return outcomes
}

async function attempt(
  trx: Trx,
  work: CompanyWork,
  pendingEvents: PendingEvent[],
): Promise<PromiseSettledResult<unknown>> {
  const before = pendingEvents.length
  await sql`savepoint one`.execute(trx)
  try {
    const value = await work.read(trx, await work.change(trx))
    await sql`release savepoint one`.execute(trx)
    return { status: 'fulfilled', value }
  } catch (reason) {
    pendingEvents.length = before
    await sql`rollback to savepoint one`.execute(trx)
    return { status: 'rejected', reason }
  }
}

/** Data that cannot be serialized as JSON throws immediately, before anything is sent. */
function insertEntries(trx: Trx, company: CompanyId, entries: PendingEvent[]): Promise<unknown> {
  if (entries.length === 0) return Promise.resolve()
  return insert(trx, { company, count: entries.length, events: JSON.stringify(entries) })
}

/** All events are passed as one parameter, as JSON. */
const insert = statement<never>(
  () => sql`
    with company as (
      update companies set version = version + ${placeholder('count')}::int
      where id = ${placeholder('company')} returning id, version
    )
    insert into events (company_id, seq, type, resource_type, resource_id, actor, request_id, at, data)
    select company.id, company.version - ${placeholder('count')}::int + n, e ->> 'type', e ->> 'resource_type',
      (e ->> 'resource_id')::uuid, e -> 'actor', e ->> 'request_id', (e ->> 'at')::timestamptz, e -> 'data'
    from company, jsonb_array_elements(${placeholder('events')}::jsonb) with ordinality events (e, n)`,
)
