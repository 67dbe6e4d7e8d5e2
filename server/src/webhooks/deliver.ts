import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { Queue } from '../events/enqueue.ts'
import type { Job, JobContext } from '../events/job.ts'
import { type Outbound, OutboundError } from '../http/outbound.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { deliverJob } from './deliveries.ts'
import { type Attempted, type Claimed, noteAttempt } from './note-attempt.ts'
import { liveSecrets } from './secrets.ts'

/** One webhook gets this many messages at once from one process. */
const messagesAtOnce = 4
/** A webhook with much to deliver lets others have its place after this. */
const turnMs = 30_000
const answerTimeoutMs = 15_000
/** Longer than an attempt can take: whoever died in it loses the delivery to somebody else. */
const claimSeconds = 60

type Data = { companyId: CompanyId; webhookId: Uuid }

/** Sends what a webhook waits for. Each attempt is noted before the next: a message may come twice, and is never lost. */
export const deliver: Job<Data> = {
  name: deliverJob,
  attemptsMax: 5,
  timeoutSeconds: 120,
  concurrency: 16,
  async run({ companyId, webhookId }, context) {
    const end = performance.now() + turnMs
    const { db, queue, job, countDelivery } = context
    const sendOnAndOn = async () => {
      while (performance.now() < end && !job.signal.aborted) {
        const next = await claim(context, companyId, webhookId)
        if (!next) return
        try {
          const attempted = await attempt(context.outbound, next, job.signal)
          countDelivery(outcomeOf(attempted))
          await noteAttempt(context, companyId, next, attempted)
        } catch (error) {
          await unclaim(db, companyId, next.id)
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: messagesAtOnce }, sendOnAndOn))
    await asCompany(db, companyId, (trx) => goOnLater(trx, queue, companyId, webhookId))
  },
}

/** What is due and was not reached, or is in the hands of somebody who may have died with it. */
async function goOnLater(trx: Trx, queue: Queue, companyId: CompanyId, webhookId: Uuid) {
  const { rows } = await sql<{ startAfter: Date | null }>`
    select min(coalesce(claimed_until, next_attempt_at)) as "startAfter" from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId} and state = 'pending' and next_attempt_at <= now()
      and exists (select from webhooks where company_id = ${companyId} and id = ${webhookId} and enabled)
    `.execute(trx)
  const { startAfter } = rows[0]!
  if (startAfter === null) return
  const singletonKey = `${webhookId} again`
  await queue.add(trx, deliverJob, { companyId, webhookId }, { startAfter, singletonKey })
}

const unclaim = (db: Db, companyId: CompanyId, id: Uuid) =>
  asCompany(db, companyId, (trx) =>
    trx
      .updateTable('webhook_deliveries')
      .set({ claimed_until: null })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  )

/** The next message that is due, with all that sending it takes; nobody else sends it meanwhile. */
function claim({ db, secrets: box }: JobContext, companyId: CompanyId, webhookId: Uuid) {
  return asCompany(db, companyId, async (trx): Promise<Claimed | undefined> => {
    const { rows } = await sql<Omit<Claimed, 'secrets'>>`
      with next as (
        select d.id from webhook_deliveries d
        where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.state = 'pending'
          and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until < now())
        order by d.next_attempt_at, d.id limit 1 for update skip locked
      )
      update webhook_deliveries d set claimed_until = now() + make_interval(secs => ${claimSeconds})
      from next, webhooks w
      where d.company_id = ${companyId} and d.id = next.id
        and w.company_id = ${companyId} and w.id = ${webhookId} and w.enabled
      returning d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.body, w.url,
        jsonb_array_length(d.attempts) as attempts, d.attempts_max as "attemptsMax"`.execute(trx)
    const [row] = rows
    return row && { ...row, secrets: await liveSecrets(trx, companyId, webhookId, box) }
  })
}

async function attempt(outbound: Outbound, message: Claimed, signal: AbortSignal): Promise<Attempted> {
  const at = new Date()
  const startedAt = performance.now()
  const done = (status: number | null, error: string | null, retryAfter?: string) => ({
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - startedAt),
    status,
    error,
    retryAfter,
  })
  try {
    const answer = await outbound.send(message.url, {
      method: 'POST',
      headers: headersOf(message, at),
      body: message.body,
      timeoutMs: answerTimeoutMs,
      signal,
    })
    answer.discard()
    const isDone = answer.status >= 200 && answer.status < 300
    return done(answer.status, isDone ? null : `It answered ${answer.status}.`, answer.headers['retry-after'])
  } catch (error) {
    // Whatever is wrong inside of us is not the receiver's fault: the job fails, and the message is sent later.
    if (!(error instanceof OutboundError) || error.code === 'stopped') throw error
    return done(null, error.message)
  }
}

function outcomeOf({ status, error }: Attempted) {
  if (error === null) return 'delivered'
  return status === null ? 'unanswered' : 'refused'
}

/** Standard Webhooks: the id is the same in each attempt, the time is not; while secrets overlap, each signs. */
function headersOf({ messageId, body, secrets }: Claimed, at: Date) {
  const id = publicId('message', messageId)
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Atelier-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
