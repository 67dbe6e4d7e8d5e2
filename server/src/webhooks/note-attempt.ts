import { sql } from 'kysely'
import type { DeliveryAttempt } from '../db/schema.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import type { JobContext } from '../events/job.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { deliverJob } from './deliveries.ts'
import { nextAttemptAt } from './schedule.ts'
import { disable } from './switch.ts'

/** A message that one attempt has taken in hand, with all that sending it takes. */
export type Claimed = {
  id: Uuid
  webhookId: Uuid
  messageId: Uuid
  body: string
  attempts: number
  attemptsMax: number
  url: string
  secrets: string[]
}

/** How the attempt went. */
export type Attempted = DeliveryAttempt & { retryAfter: string | undefined }

/** «I want no more of this» (Standard Webhooks). */
const gone = 410
/** A receiver that has taken nothing for so long is not coming back by itself. */
const failingDaysMax = 5

/** Notes how an attempt went, and sees to what follows: the next one, or that the webhook gets no more. */
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
      update webhook_deliveries set attempts = attempts || ${JSON.stringify(attempted)}::jsonb, claimed_until = null,
        state = ${isDelivered ? 'delivered' : next ? 'pending' : 'failed'}, next_attempt_at = ${next ?? null},
        updated_at = now()
      where company_id = ${companyId} and id = ${message.id}`.execute(trx)
    if (next) {
      const singletonKey = `${message.id} ${count}`
      const data = { companyId, webhookId: message.webhookId }
      await queue.add(trx, deliverJob, data, { startAfter: next, singletonKey })
    }
    return noteHealth(trx, companyId, message.webhookId, isDelivered)
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

/** Written only when it changes: most deliveries succeed after one that did. */
async function noteHealth(trx: Trx, companyId: CompanyId, id: Uuid, isDelivered: boolean): Promise<boolean> {
  if (isDelivered) {
    await sql`
      update webhooks set failing_since = null
      where company_id = ${companyId} and id = ${id} and failing_since is not null`.execute(trx)
    return false
  }
  await sql`
    update webhooks set failing_since = now()
    where company_id = ${companyId} and id = ${id} and failing_since is null`.execute(trx)
  const { rows } = await sql<{ too_long: boolean }>`
    select failing_since < now() - make_interval(days => ${failingDaysMax}) as too_long from webhooks
    where company_id = ${companyId} and id = ${id}`.execute(trx)
  return rows[0]?.too_long ?? false
}
