import { sql } from 'kysely'
import { batchedOn } from '../db/batch.ts'
import type { CompanyWork, Db, Handle, Trx } from '../db/handle.ts'
import { OutcomeUnknownError } from '../db/outcome.ts'
import type { PendingEvent } from '../db/pending-event.ts'
import { placeholder, statement } from '../db/statement.ts'
import { lockCompany, touch } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

/** What is answered of a change is what it returned. */
const asReturned = async (_: Trx, changed: unknown) => changed

/** What is told of a commit: whose, and by which node, which knows already. */
const commitMessage = (companyId: CompanyId, node: string) => `${companyId} ${node}`

/**
 * Runs `work` in a transaction in which nobody else changes the company. Whoever comes while others are at work waits
 * without a connection, and then shares a commit with those who wait too. When one of them fails, the others' work is
 * run a second time: what it does outside of the transaction must bear that.
 * @param read what is answered, from the same transaction: after the commit no read may fail (contract R-ERR-13).
 * Those who share the commit read together, once all of them have done their work.
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
    // After the commit: a transaction that notifies holds a lock of the whole server while it reaches the disk. If this
    // process ends before it notifies, other nodes find the commit by polling.
    if (events > 0) notify(db, companyId).catch(() => {})
    return outcomes
  })
}

/** Adds events. They are written before the commit, or at once if the transaction collects none. */
export async function addEvents(trx: Trx, companyId: CompanyId, entries: PendingEvent[]) {
  if (entries.length > 0) touch(trx, companyId)
  if (trx.pendingEvents) trx.pendingEvents.push(...entries)
  else await insertEntries(trx, companyId, entries)
}

const notify = batchedOn(async ({ probe, cacheVersions }: Handle, companies: readonly CompanyId[]) => {
  const messages = [...new Set(companies)].map((companyId) => commitMessage(companyId, cacheVersions.node))
  // Ahead of requests: until they are notified, other nodes show old data.
  await sql`select pg_notify('atelier_commits', message) from unnest(${messages}::text[]) message`.execute(
    probe,
  )
  return companies.map(() => undefined)
}, 1)

/**
 * Few are refused, so all are tried without savepoints first. When one fails nothing is committed, and they are run
 * once more, each in a savepoint of its own: one that fails takes nothing from the others.
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
    // It goes out with the commit. Should it fail, that fails too, and this says why.
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

/** What can't be written as JSON throws at once, before anything is sent. */
function insertEntries(trx: Trx, company: CompanyId, entries: PendingEvent[]): Promise<unknown> {
  if (entries.length === 0) return Promise.resolve()
  return insert(trx, { company, count: entries.length, events: JSON.stringify(entries) })
}

/** Any number of events are one parameter, as JSON. */
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
