import { z } from 'zod'
import { unknownChangeType } from '../changes/present.ts'
import type { JsonRow, Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import { changeEndpoint, deleteEndpoint, getEndpoint, showing } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { assertCallableUrl } from '../http/schemas/assert-callable-url.ts'
import { listUpTo, optionalText, text } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, publicId } from '../ids.ts'
import { Id, Time, time, timeOrNull } from '../wire.ts'
import { deliverSoon } from './deliveries.ts'
import { currentSeq, noteEnabled } from './enable.ts'
import { forgetDeliveriesJob } from './purge.ts'
import { type WebhookRow, webhooks } from './queries.ts'
import { addSecret } from './secrets.ts'

const webhooksMax = 100
const urlLengthMax = 2_000
const descriptionLengthMax = 500
const typesMax = 50

export const Webhook = z
  .object({
    id: Id('webhook'),
    url: z.string(),
    description: z.string().nullable(),
    types: z
      .array(z.string())
      .describe('Types of changes that are sent to the webhook. Empty for all types.'),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Reason why the server disabled the webhook: `gone` after a 410 response, or `failing` after 5 days ' +
          'without a successful delivery.',
      ),
    disabled_at: Time.nullable(),
    failing_since: Time.nullable().describe(
      'Time of the first failed attempt since the last successful delivery. Null if deliveries succeed.',
    ),
    paused_until: Time.nullable().describe(
      'End of the pause after repeated failures. Until then, no messages are sent; then one message tests the webhook.',
    ),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Webhook' })

export const webhooksResource = resource({
  kind: 'webhook',
  path: '/webhooks',
  scope: 'webhooks:write',
  group: 'Webhooks',
  nouns: ['webhook', 'webhooks'],
  item: Webhook,
  sorts: ['-created_at', 'updated_at'],
  filters: {},
  find: webhooks,
  present: presentWebhook,
})

export const listWebhooks = listEndpoint(webhooksResource)
export const getWebhook = getEndpoint(webhooksResource)

const fields = {
  url: text(urlLengthMax).describe('HTTPS URL that receives the messages, on a public host.'),
  description: optionalText(descriptionLengthMax),
  types: listUpTo(
    typesMax,
    `must not contain more than ${typesMax} types.`,
    z.array(z.string('must be types such as asset.created.')),
  )
    .check(({ value, issues }) => {
      const message = unknownChangeType(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    })
    .describe('Types of changes to send. If empty, all types that the client is allowed to read are sent.'),
  enabled: z.boolean('must be true or false.'),
}

export const createWebhook = endpoint({
  operationId: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  scope: 'webhooks:write',
  group: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'Creates a webhook and returns it with its `secret`, which is shown only once. From then on, the ' +
    'server sends a message for each change, signed as defined by Standard Webhooks. The webhook receives ' +
    `only changes that the creating client is allowed to read. A company can have up to ${webhooksMax} ` +
    'webhooks.',
  body: z.strictObject({
    url: fields.url,
    description: fields.description.default(null),
    types: fields.types.default([]),
    enabled: fields.enabled.default(true),
  }),
  status: 201,
  reply: z.object({
    data: Webhook.extend({ secret: z.string().describe('Signing secret, `whsec_…`. Shown only once.') }),
  }),
  location: (answer) => `/api/webhooks/${(answer as { data: { id: string } }).data.id}`,
  async handle({ caller, author, body }, services) {
    const { companyId } = caller
    assertCallableUrl(services.outbound, 'url', body.url)
    const create = async (trx: Trx) => {
      await assertRoom(trx, companyId)
      const id = newId()
      const row = { ...body, scopes: [...caller.scopes], since_seq: await currentSeq(trx, companyId) }
      await trx
        .insertInto('webhooks')
        .values({ company_id: companyId, id, ...row, updated_at: new Date() })
        .execute()
      await noteEnabled(trx, companyId)
      const secret = await addSecret(trx, companyId, id, services.secrets)
      const event = { type: 'webhook.created', resourceType: 'webhook', resourceId: id }
      return { result: { id, secret }, events: [event] }
    }
    return change(services.db, author, create, async (trx, { id, secret }) => {
      const { data } = await showing(webhooksResource, { caller }, services)(trx, publicId('webhook', id))
      return { data: { ...(data as z.input<typeof Webhook>), secret } }
    })
  },
})

export const changeWebhook = changeEndpoint(webhooksResource, {
  scope: 'webhooks:write',
  description:
    'Updates the specified fields and returns the webhook. A webhook that is enabled again receives ' +
    'the pending messages and new changes, but not the changes made while it was disabled. Enabling a ' +
    'paused webhook or changing its URL ends the pause.',
  body: z.strictObject({
    url: fields.url.optional(),
    description: fields.description.optional(),
    types: fields.types.optional(),
    enabled: fields.enabled.optional(),
  }),
  async change({ trx, companyId, id, body, now, services }) {
    const { enabled, ...rest } = body
    if (rest.url !== undefined) assertCallableUrl(services.outbound, 'url', rest.url)
    const before = await trx
      .selectFrom('webhooks')
      .select('enabled')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const turned = enabled === undefined || enabled === before.enabled ? undefined : enabled
    const health = { disabled_reason: null, failing_since: null, enabled: turned ?? before.enabled }
    // Enabling a webhook, or changing its URL, ends its pause.
    const isResumed = enabled === true || rest.url !== undefined
    const since_seq = turned ? await currentSeq(trx, companyId) : undefined
    await trx
      .updateTable('webhooks')
      .set({ ...rest, updated_at: now })
      .$if(turned !== undefined, (query) => query.set({ ...health, disabled_at: turned ? null : now }))
      .$if(isResumed, (query) => query.set({ failures: 0, paused_until: null }))
      .$if(since_seq !== undefined, (query) => query.set({ since_seq: since_seq! }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    if (turned !== undefined) await noteEnabled(trx, companyId)
    if (isResumed && (turned ?? before.enabled)) await deliverSoon(trx, companyId, services.queue, id)
  },
})

export const deleteWebhook = deleteEndpoint(webhooksResource, {
  scope: 'webhooks:write',
  description:
    'Permanently deletes the webhook, its secrets and its delivery log. No further messages are sent.',
  async remove({ trx, companyId, id, services }) {
    await trx.deleteFrom('webhooks').where('company_id', '=', companyId).where('id', '=', id).execute()
    await noteEnabled(trx, companyId)
    await services.queue.add(trx, forgetDeliveriesJob, { companyId, webhookId: id })
  },
})

async function assertRoom(trx: Trx, companyId: CompanyId) {
  const { count } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= webhooksMax) throw invalid('url', `The limit of ${webhooksMax} webhooks is reached.`)
}

function presentWebhook(row: JsonRow<WebhookRow>): z.input<typeof Webhook> {
  return {
    id: publicId('webhook', row.id),
    url: row.url,
    description: row.description,
    types: row.types,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    disabled_at: timeOrNull(row.disabled_at),
    failing_since: timeOrNull(row.failing_since),
    paused_until: timeOrNull(row.paused_until),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
