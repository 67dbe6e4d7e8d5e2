import { sql } from 'kysely'
import type { DeliveryAttempt } from '../db/schema.ts'
import { asCompany } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { JobContext } from '../jobs/job.ts'
import { deliverJob } from './deliveries.ts'
import { disable } from './enable.ts'
import { noteFailure, noteSuccess } from './pause.ts'
import { nextAttemptAt } from './schedule.ts'

export type Claimed = {
  id: Uuid
  webhookId: Uuid
  messageId: Uuid
  body: string
  attempts: number
  attemptsMax: number
  /** Whether this is the one attempt after a pause. */
  isProbe: boolean
  url: string
  secrets: string[]
}

export type Attempted = DeliveryAttempt & { retryAfter: string | undefined }

/** With this status, a receiver declines all later messages (Standard Webhooks). */
const gone = 410

/** Records an attempt and its consequence: the next attempt, or disabling the webhook. */
export async function noteAttempt(
  { db, queue }: JobContext,
  companyId: CompanyId,
  message: Claimed,
  { retryAfter, ...attempted }: Attempted,
): Promise<void> {
  const count = message.attempts + 1
  const isDelivered = attempted.error === null
  const isGone = attempted.status === gone
  const next =
    isDelivered || isGone || count >= message.attemptsMax ? undefined : nextAttemptAt(count, retryAfter)
  const hasFailedTooLong = await asCompany(db, companyId, async (trx) => {
    await sql`
      update webhook_deliveries set
        -- Only the last response is kept: there can be ten attempts, each with one.
        attempts = coalesce((select jsonb_agg(jsonb_set(a.attempt, '{response}', 'null') order by a.n)
          from jsonb_array_elements(attempts) with ordinality a(attempt, n)), '[]') || ${JSON.stringify(attempted)}::jsonb,
        claimed_until = null,
        state = ${isDelivered ? 'delivered' : next ? 'pending' : 'failed'}, next_attempt_at = ${next ?? null},
        updated_at = now()
      where company_id = ${companyId} and id = ${message.id}`.execute(trx)
    if (next) {
      const singletonKey = `${message.id} ${count}`
      const data = { companyId, webhookId: message.webhookId }
      await queue.add(trx, deliverJob, data, { startAfter: next, singletonKey })
    }
    if (!isDelivered) return noteFailure(trx, companyId, message.webhookId, message.isProbe)
    await noteSuccess(trx, companyId, message.webhookId)
    return false
  })
  if (!isGone && !hasFailedTooLong) return
  const reason = isGone ? 'gone' : 'failing'
  await change(db, { companyId, actor: { type: 'system' } }, async (trx) => {
    const isNew = await disable(trx, companyId, message.webhookId, reason)
    const event = {
      type: 'webhook.disabled',
      resourceType: 'webhook',
      resourceId: message.webhookId,
      data: { reason },
    }
    return { result: undefined, events: isNew ? [event] : [] }
  })
}
