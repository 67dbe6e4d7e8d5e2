import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Queue } from '../services.ts'

export const deliverJob = 'webhook.deliver'

export type NewDelivery = {
  webhookId: Uuid
  type: string
  /** The exact bytes of the body. Each attempt sends the same bytes. */
  body: string
  attemptsMax: number
  /**
   * The ID of the original delivery, if this is a repetition. Receivers use the ID to recognize duplicates.
   */
  messageId?: Uuid
}

/** Adds deliveries, oldest first, and the job that sends them. @returns the IDs of the deliveries. */
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

/** Number of rows per statement, which can have at most 65,535 parameters. */
const rowsPerInsert = 1_000

/**
 * Adds one job that sends all pending messages of a webhook, so that they take one place in the queue,
 * however many there are.
 */
export const deliverSoon = (trx: Trx, companyId: CompanyId, queue: Queue, webhookId: Uuid) =>
  queue.add(trx, deliverJob, { companyId, webhookId }, { singletonKey: webhookId })

/** The body of a message (Standard Webhooks, "Payload structure"). */
export const messageBody = (type: string, at: string, data: object) =>
  JSON.stringify({ type, timestamp: at, data })
