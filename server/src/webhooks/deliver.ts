import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { type Calls, callsOf } from '../outbound/destinations.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import type { Queue } from '../services.ts'
import { deliverJob } from './deliveries.ts'
import { type Attempted, type Claimed, noteAttempt } from './note-attempt.ts'
import { beginProbe, endPause } from './pause.ts'
import { beginningOf } from './response-text.ts'
import { liveSecrets } from './secrets.ts'

/** Maximum number of messages that one process sends to a webhook concurrently. */
const messagesAtOnce = 4
/** Time after which a webhook with many deliveries frees its slot. */
const shareMs = 5_000
/** The timeout of a whole attempt, from DNS to the head of the response. */
const answerTimeoutMs = 15_000
/**
 * How long a claim lasts, which is longer than an attempt can take. If a process dies during a delivery,
 * another process takes over.
 */
const claimSeconds = 60
/**
 * How long a webhook waits if its host has too many open calls. The delay is random, so that webhooks do not
 * all return at once.
 */
const busyMsMin = 500
const busyMsMax = 1_500

type Data = { companyId: CompanyId; webhookId: Uuid }

/**
 * Sends a webhook's pending messages. Each attempt is recorded before the next attempt, so a message may
 * arrive twice and is never lost.
 */
export const deliver: Job<Data> = {
  name: deliverJob,
  attemptsMax: 5,
  timeoutSeconds: 120,
  concurrency: 16,
  async run({ companyId, webhookId }, context) {
    const { db, queue, job } = context
    const calls = callsOf(companyId, context.destinations.webhooks)
    const end = performance.now() + shareMs
    const sendOnAndOn = async () => {
      while (performance.now() < end && !job.signal.aborted && !calls.isBusy)
        if (!(await sendNext(context, companyId, webhookId, calls))) return
    }
    try {
      await Promise.all(Array.from({ length: messagesAtOnce }, sendOnAndOn))
    } finally {
      calls.leaveAll()
    }
    await asCompany(db, companyId, (trx) => goOnLater(trx, queue, companyId, webhookId, calls.isBusy))
  },
}

/** @returns whether there was a message to send. */
async function sendNext(
  context: JobContext,
  companyId: CompanyId,
  webhookId: Uuid,
  calls: Calls,
): Promise<boolean> {
  const next = await claim(context, companyId, webhookId)
  if (!next) return false
  try {
    const attempted = await attempt(context.outbound, next, context.job.signal, calls)
    context.countDelivery(outcomeOf(attempted))
    await noteAttempt(context, companyId, next, attempted)
  } catch (error) {
    await unclaim(context.db, companyId, next)
    if (!isBusyFault(error)) throw error
  }
  return true
}

const isBusyFault = (error: unknown) => error instanceof OutboundError && error.code === 'busy'

/** Enqueues a job for due messages that were not sent, or whose process may have died. */
async function goOnLater(trx: Trx, queue: Queue, companyId: CompanyId, webhookId: Uuid, isBusy: boolean) {
  const due = sql`
    from webhook_deliveries d where d.company_id = ${companyId} and d.webhook_id = ${webhookId}
      and d.state = 'pending' and d.next_attempt_at <= now()`
  const { rows } = await sql<{ startAfter: Date }>`
    select greatest(coalesce(
      (select d.next_attempt_at ${due} and (d.claimed_until is null or d.claimed_until < now())
        order by d.next_attempt_at, d.id limit 1),
      -- All that are due are in hand, and these are few.
      (select min(d.claimed_until) ${due})
    ), w.paused_until) as "startAfter"
    from webhooks w where w.company_id = ${companyId} and w.id = ${webhookId} and w.enabled and exists (select ${due})`.execute(
    trx,
  )
  if (!rows[0]) return
  const { startAfter } = rows[0]
  const busyUntil = isBusy ? Date.now() + busyMsMin + Math.random() * (busyMsMax - busyMsMin) : 0
  const singletonKey = `${webhookId} again`
  const data = { companyId, webhookId }
  await queue.add(trx, deliverJob, data, {
    startAfter: new Date(Math.max(startAfter.getTime(), busyUntil)),
    singletonKey,
  })
}

/** Also releases the trial of a paused webhook, so that it can be tried again immediately. */
const unclaim = (db: Db, companyId: CompanyId, { id, webhookId, isProbe }: Claimed) =>
  asCompany(db, companyId, async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({ claimed_until: null })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    if (isProbe) await endPause(trx, companyId, webhookId)
  })

/**
 * Claims the next due message, with everything that sending needs. No other process sends it at the same
 * time.
 */
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
        and (w.paused_until is null or w.paused_until <= now())
      returning d.id, d.webhook_id as "webhookId", d.message_id as "messageId", d.body, w.url,
        jsonb_array_length(d.attempts) as attempts, d.attempts_max as "attemptsMax",
        w.paused_until is not null as "isProbe"`.execute(trx)
    const [row] = rows
    if (!row) return undefined
    if (row.isProbe && !(await beginProbe(trx, companyId, webhookId, claimSeconds))) {
      await sql`
        update webhook_deliveries set claimed_until = null
        where company_id = ${companyId} and id = ${row.id}`.execute(trx)
      return undefined
    }
    return { ...row, secrets: await liveSecrets(trx, companyId, webhookId, box) }
  })
}

async function attempt(
  outbound: Outbound,
  message: Claimed,
  signal: AbortSignal,
  calls: Calls,
): Promise<Attempted> {
  const at = new Date()
  const startedAt = performance.now()
  const done = (status: number | null, error: string | null) => ({
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - startedAt),
    status,
    error,
    response: null,
    retryAfter: undefined,
  })
  try {
    const answer = await outbound.send(message.url, {
      method: 'POST',
      headers: headersOf(message, at),
      body: message.body,
      timeoutMs: answerTimeoutMs,
      // If the body is longer, only the beginning is read.
      bytesMax: Number.POSITIVE_INFINITY,
      signal,
      calls,
    })
    const isDone = answer.status >= 200 && answer.status < 300
    return {
      ...done(answer.status, isDone ? null : `The response status was ${answer.status}.`),
      response: await beginningOf(answer, message.secrets),
      retryAfter: answer.headers['retry-after'],
    }
  } catch (error) {
    // The receiver does not cause an internal error, so the job fails, and the message is sent later.
    if (!(error instanceof OutboundError) || error.code === 'stopped' || isBusyFault(error)) throw error
    return done(null, error.message)
  }
}

function outcomeOf({ status, error }: Attempted) {
  if (error === null) return 'delivered'
  return status === null ? 'unanswered' : 'refused'
}

/**
 * The headers of Standard Webhooks. The ID is the same in each attempt, but the time is not. While secrets
 * overlap, each secret signs.
 */
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
