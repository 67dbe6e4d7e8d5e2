import { presentChange, publishedTypes, readableTypes } from '../changes/present.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx } from '../db/tenancy.ts'
import { withCompanyLock } from '../events/commit.ts'
import { readFeed, type StoredEvent } from '../events/feed.ts'
import type { Commits } from '../events/watch-commits.ts'
import type { CompanyId } from '../ids.ts'
import type { Job } from '../jobs/job.ts'
import type { Queue } from '../services.ts'
import { addDeliveries, messageBody, type NewDelivery } from './deliveries.ts'
import { hasNewChanges } from './queries.ts'
import { attemptsMax } from './schedule.ts'

const collectName = 'webhook.collect'
/** Maximum number of changes per transaction. Each creates a delivery for each webhook of the company. */
const changesAtOnce = 200
/** How long to wait for more changes, so that changes in close succession are collected together. */
const gatherMs = 50

/**
 * Continues reading a company's feed where it stopped, and creates a delivery of each change for each
 * subscribed webhook. Position and deliveries are one commit, so that an interrupted run is repeated, and no
 * delivery is created twice.
 */
export const collectDeliveries: Job<{ companyId: CompanyId }> = {
  name: collectName,
  attemptsMax: 10,
  timeoutSeconds: 60,
  concurrency: 2,
  async run({ companyId }, { db, queue }) {
    await withCompanyLock(db, companyId, async (trx) => {
      const since = await placeOf(trx, companyId)
      if (since === null) return
      const page = await readFeed(trx, companyId, {
        since,
        limit: changesAtOnce,
        resourceTypes: publishedTypes,
        types: undefined,
      })
      await addDeliveries(trx, companyId, queue, await wanted(trx, companyId, page.events))
      await trx
        .updateTable('companies')
        .set({ webhooks_seq: page.next })
        .where('id', '=', companyId)
        .execute()
      if (page.next < page.newest) await collectSoon(trx, queue, companyId)
    })
  },
}

async function placeOf(trx: Trx, companyId: CompanyId) {
  const { webhooks_seq } = await trx
    .selectFrom('companies')
    .select('webhooks_seq')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return webhooks_seq
}

async function wanted(trx: Trx, companyId: CompanyId, events: StoredEvent[]): Promise<NewDelivery[]> {
  const enabled = await trx
    .selectFrom('webhooks')
    .select(['id', 'types', 'scopes', 'since_seq'])
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  const receivers = enabled.map((webhook) => ({
    ...webhook,
    readable: new Set(readableTypes(webhook.scopes)),
    wants: webhook.types.length > 0 ? new Set(webhook.types) : undefined,
  }))
  return events.flatMap((event) => {
    const change = presentChange(event)
    const body = messageBody(event.type, change.at, change)
    return receivers
      .filter(({ id, since_seq, readable, wants }) => {
        // A webhook is not notified about changes of itself.
        if (event.seq <= since_seq || event.resource_id === id) return false
        if (!readable.has(event.resource_type)) return false
        // By default, row events are not delivered, because there can be thousands of rows, and
        // `render_batch.completed` covers them all.
        return wants?.has(event.type) ?? !isOfBatch(event)
      })
      .map(({ id }) => ({ webhookId: id, type: event.type, body, attemptsMax }))
  })
}

const isOfBatch = ({ resource_type, data }: StoredEvent) => resource_type === 'render' && 'batch_id' in data

const collectSoon = (trx: Trx, queue: Queue, companyId: CompanyId) =>
  queue.add(trx, collectName, { companyId }, { singletonKey: 'collect' })

/**
 * Finds companies whose notification was lost because the process that changed them ended before it could
 * notify.
 */
export const findUncollected: Job = {
  name: 'webhook.find',
  attemptsMax: 1,
  timeoutSeconds: 60,
  concurrency: 1,
  everySeconds: 60,
  async run(_, { db, queue }) {
    await collectFor(db, queue)
  },
}

/** Collects soon after each commit of a company with webhooks, until `commits` is closed. */
export function collectOnCommit(db: Db, queue: Queue, commits: Commits, failed: (error: unknown) => void) {
  const heard = new Set<CompanyId>()
  commits.onCommit((companyId) => {
    if (commits.isClosed) return
    if (heard.size === 0) setTimeout(() => collectHeard().catch(failed), gatherMs)
    heard.add(companyId)
  })
  async function collectHeard() {
    const companies = [...heard]
    heard.clear()
    // The next process finds changes that are not collected.
    if (!commits.isClosed) await collectFor(db, queue, companies)
  }
}

async function collectFor(db: Db, queue: Queue, companies?: CompanyId[]) {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where(hasNewChanges)
    .$if(companies !== undefined, (query) => query.where('id', 'in', companies!))
    .execute()
  if (rows.length === 0) return
  await inTransaction(db, async (trx) => {
    for (const { id } of rows) await collectSoon(trx, queue, id)
  })
}
