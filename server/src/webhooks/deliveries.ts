import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Queue } from '../services.ts'

export const deliverJob = 'webhook.deliver'

export type NewDelivery = {
  webhookId: Uuid
  type: string
  /** What is sent, to the byte: each attempt sends the same. */
  body: string
  attemptsMax: number
  /** That of the delivery that is repeated: receivers know by it what they have seen. */
  messageId?: Uuid
}

/** Adds deliveries, oldest first, and the work that makes them. @returns their ids. */
export async function addDeliveries(trx: Trx, companyId: CompanyId, queue: Queue, deliveries: NewDelivery[]) {
  if (deliveries.length === 0) return []
  const now = new Date()
  const rows = deliveries.map(({ webhookId, type, body, attemptsMax, messageId }) => {
    const id = newId()
    return {
      company_id: companyId,
      id,
      webhook_id: webhookId,
      message_id: messageId ?? id,
      type,
      body,
      state: 'pending' as const,
      attempts_max: attemptsMax,
      next_attempt_at: now,
      updated_at: now,
    }
  })
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await trx
      .insertInto('webhook_deliveries')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
  }
  for (const webhookId of new Set(deliveries.map(({ webhookId }) => webhookId)))
    await deliverSoon(trx, companyId, queue, webhookId)
  return rows.map(({ id }) => id)
}

/** One statement takes at most 65,535 parameters. */
const rowsPerInsert = 1_000

/** One job delivers all that a webhook waits for: however much that is, it takes up one place among the jobs. */
export const deliverSoon = (trx: Trx, companyId: CompanyId, queue: Queue, webhookId: Uuid) =>
  queue.add(trx, deliverJob, { companyId, webhookId }, { singletonKey: webhookId })

/** The body of a message (Standard Webhooks, «Payload structure»). */
export const messageBody = (type: string, at: string, data: object) =>
  JSON.stringify({ type, timestamp: at, data })
