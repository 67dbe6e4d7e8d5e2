import { z } from 'zod'
import { exampleChange, unknownChangeType } from '../changes/present.ts'
import type { Db } from '../db/database.ts'
import { askMatching } from '../db/filters.ts'
import { asCompanyWriting, type JsonRow, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { endsOf, envelope, pageOf, pageRange } from '../http/endpoints/pagination.ts'
import { anyOf, pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { Id, Time, time, timeOrNull } from '../wire.ts'
import { addDeliveries, messageBody } from './deliveries.ts'
import { endPause } from './pause.ts'
import { type DeliveryRow, deliveries } from './queries.ts'
import { responseBytesMax } from './response-text.ts'
import { attemptsMax } from './schedule.ts'
import { webhookId, webhookParameter } from './webhook-id.ts'

/** The delivery log of a webhook, repeating a message, and sending a test message. */

export const Delivery = z
  .object({
    id: Id('delivery'),
    webhook_id: Id('webhook'),
    message_id: Id('message').describe(
      'Value of the `webhook-id` header. Identical for every delivery of this message.',
    ),
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(
      z.object({
        at: Time,
        duration_ms: z.int().describe('Duration of the attempt, in milliseconds.'),
        status: z.int().nullable().describe('HTTP status of the response. Null if there was no response.'),
        error: z.string().nullable().describe('Reason for the failure. Null if the attempt succeeded.'),
        response: z
          .string()
          .nullable()
          .describe(
            `First ${responseBytesMax} bytes of the response body, as text. Null if the body is empty or not text, ` +
              'and for all attempts except the last attempt.',
          ),
      }),
    ),
    next_attempt_at: Time.nullable().describe('Time of the next attempt. Null if no attempt is planned.'),
    body: z.string().describe('Exact request body.'),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'WebhookDelivery' })

const shared = { scope: 'webhooks:write', group: 'Webhooks' } as const
const deliveryParameters = webhookParameter.extend({ delivery: z.string().describe('ID of the delivery.') })

export const listDeliveries = endpoint({
  operationId: 'listWebhookDeliveries',
  ...shared,
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'Returns deliveries, newest first. Deliveries are kept for 30 days.',
  params: webhookParameter,
  query: withPageRules(
    z.object({
      ...pageParameters,
      state: anyOf(z.enum(['pending', 'delivered', 'failed']))
        .optional()
        .describe('State of the deliveries.'),
    }),
  ),
  reply: pageOf(Delivery),
  async handle({ caller, params, query, asked, url }, { db, cursors, publicUrl }) {
    const { companyId } = caller
    const webhook = await webhookId(db, caller, params.id)
    const { state, per_page, limit, cursor, page, with_total } = query
    const binding = JSON.stringify([companyId, 'deliveries', webhook, state])
    const range = pageRange({ per_page, limit, cursor, page, with_total }, cursors, binding)
    const filters = { webhook, ...askMatching('state', state) }
    const [found, total] = await Promise.all([
      deliveries.page(db, companyId, { ...range, filters, sort: 'created_at', descending: true }),
      with_total ? deliveries.total(db, companyId, filters) : undefined,
    ])
    const ends = endsOf(found.rows, found.more, range)
    // The schema's own function has presented the rows, and `envelope` accepts plain objects.
    return envelope({
      data: found.rows.map(presentDelivery),
      path: publicUrl + url.replace(':id', params.id),
      asked,
      range,
      cursors: {
        prev: ends.prev && cursors.sign(binding, ends.prev),
        next: ends.next && cursors.sign(binding, ends.next),
      },
      total,
    }) as never
  },
})

export const getDelivery = endpoint({
  operationId: 'getWebhookDelivery',
  ...shared,
  method: 'GET',
  path: '/webhooks/:id/deliveries/:delivery',
  summary: 'Get a delivery',
  params: deliveryParameters,
  reply: z.object({ data: Delivery }),
  handle: async ({ caller, params }, { db }) => ({
    data: presentDelivery(await deliveryOf(db, caller, params)),
  }),
})

export const redeliver = endpoint({
  operationId: 'resendWebhookDelivery',
  ...shared,
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/redeliveries',
  summary: 'Send a message again',
  description: 'Creates a new delivery of the same message with the same `webhook-id`, and returns it.',
  params: deliveryParameters,
  status: 202,
  reply: z.object({ data: Delivery }),
  async handle({ caller, params }, services) {
    const { type, body, message_id, webhook_id } = await deliveryOf(services.db, caller, params)
    return sendTo(services, caller, webhook_id, { type, body, messageId: message_id, attemptsMax })
  },
})

export const pingWebhook = endpoint({
  operationId: 'pingWebhook',
  ...shared,
  method: 'POST',
  path: '/webhooks/:id/pings',
  summary: 'Send a test message to a webhook',
  description:
    'Sends a message once, without retries, and returns its delivery, which shows the result. Its type is ' +
    '`webhook.ping`, or the type in the body. For a type in the body, the message contains an example: the ' +
    'resource does not exist, and `data` contains `test`. ' +
    'A paused webhook is retried immediately, starting with its oldest pending message.',
  params: webhookParameter,
  body: z.strictObject({
    type: z
      .string('must be a type such as asset.created.')
      .check(({ value, issues }) => {
        const message = unknownChangeType([value])
        if (message !== undefined) issues.push({ code: 'custom', message, input: value })
      })
      .optional()
      .describe('Type of change, such as `asset.created`.'),
  }),
  status: 202,
  reply: z.object({ data: Delivery }),
  async handle({ caller, params, author, body }, services) {
    const id = await webhookId(services.db, caller, params.id)
    const type = body.type ?? 'webhook.ping'
    const at = new Date().toISOString()
    const data = body.type === undefined ? { webhook_id: params.id } : exampleChange(body.type, at, author)
    return sendTo(services, caller, id, { type, body: messageBody(type, at, data), attemptsMax: 1 })
  },
})

type Message = { type: string; body: string; attemptsMax: number; messageId?: Uuid }

async function sendTo({ db, queue }: Services, { companyId }: Caller, webhookId: Uuid, message: Message) {
  const row = await asCompanyWriting(db, companyId, async (trx) => {
    await assertEnabled(trx, companyId, webhookId)
    await endPause(trx, companyId, webhookId)
    const [id] = await addDeliveries(trx, companyId, queue, [{ webhookId, ...message }])
    return deliveries.one(trx, companyId, id!)
  })
  return { data: presentDelivery(row!) }
}

async function assertEnabled(trx: Trx, companyId: CompanyId, id: Uuid) {
  const { enabled } = await trx
    .selectFrom('webhooks')
    .select('enabled')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!enabled) throw invalid('enabled', 'The webhook is disabled.')
}

type Named = { id: string; delivery: string }

async function deliveryOf(db: Db, caller: Caller, { id, delivery }: Named) {
  // The deliveries of a deleted webhook are deleted later.
  const webhook = await webhookId(db, caller, id)
  const wanted = parseId('delivery', delivery)
  const row = wanted && (await deliveries.one(db, caller.companyId, wanted, { webhook }))
  if (!row) throw new ApiError('not_found')
  return row
}

function presentDelivery(row: JsonRow<DeliveryRow>): z.input<typeof Delivery> {
  return {
    id: publicId('delivery', row.id),
    webhook_id: publicId('webhook', row.webhook_id),
    message_id: publicId('message', row.message_id),
    type: row.type,
    state: row.state,
    attempts: row.attempts.map(({ at, duration_ms, status, error, response = null }) => ({
      at,
      duration_ms,
      status,
      error,
      response,
    })),
    next_attempt_at: timeOrNull(row.next_attempt_at),
    body: row.body,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
