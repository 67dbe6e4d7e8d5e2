import { z } from 'zod'
import { change } from '../events/append.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { Time } from '../wire.ts'
import { addSecret, endSecrets } from './secrets.ts'
import { webhookId, webhookParameter } from './webhook-id.ts'

const overlapSecondsDefault = 86_400
const overlapSecondsMax = 7 * 86_400

export const rotateWebhookSecret = endpoint({
  operationId: 'rotateWebhookSecret',
  scope: 'webhooks:write',
  group: 'Webhooks',
  method: 'POST',
  path: '/webhooks/:id/secret-rotations',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret and returns it. The secret is shown only once. Until the old secret expires, messages ' +
    'are signed with both secrets.',
  params: webhookParameter,
  body: z.strictObject({
    overlap_seconds: z
      .int('must be a whole number.')
      .min(0, 'must not be negative.')
      .max(overlapSecondsMax, `must not be more than ${overlapSecondsMax}.`)
      .default(overlapSecondsDefault)
      .describe('Seconds until the old secret expires. 0 revokes it immediately.'),
  }),
  status: 201,
  reply: z.object({
    data: z.object({
      secret: z.string().describe('Signing secret, `whsec_…`. Shown only once.'),
      old_secrets_end_at: Time,
    }),
  }),
  async handle({ caller, author, params, body }, services) {
    const { companyId } = caller
    const endsAt = new Date(Date.now() + body.overlap_seconds * 1_000)
    const secret = await change(services.db, author, async (trx) => {
      const id = await webhookId(trx, caller, params.id)
      await endSecrets(trx, companyId, id, endsAt)
      const secret = await addSecret(trx, companyId, id, services.secrets)
      const event = { type: 'webhook.secret_rotated', resourceType: 'webhook', resourceId: id }
      return { result: secret, events: [event] }
    })
    return { data: { secret, old_secrets_end_at: endsAt.toISOString() } }
  },
})
