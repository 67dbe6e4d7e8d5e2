import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { publicId } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import { clientChange, clientParameter } from './client-change.ts'
import { rotateSecret } from './rotate-secret.ts'

const overlapSecondsDefault = 86_400
/** Maximum overlap. After a longer overlap, people would forget that the old secret still works. */
const overlapSecondsMax = 90 * 86_400

export const rotateClientSecret = endpoint({
  operationId: 'rotateClientSecret',
  method: 'POST',
  path: '/clients/:id/secret-rotations',
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Rotate the secret of a client',
  description:
    'Creates a new `client_secret` and returns it; it is shown only once. Existing tokens stay valid.',
  params: clientParameter,
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
    data: z.object({ client_id: Id('client'), client_secret: z.string(), old_secret_ends_at: Time }),
  }),
  conflict: 'two_secrets',
  async handle({ params, body, ...input }, { db }) {
    const change = await clientChange(db, input, params.id)
    const rotation = await rotateSecret(db, change, body.overlap_seconds)
    if (rotation.outcome === 'not_found') throw new ApiError('not_found')
    if (rotation.outcome === 'two_live')
      throw new ApiError('two_secrets', { more: { until: rotation.until.toISOString() } })
    return {
      data: {
        client_id: publicId('client', change.id),
        client_secret: rotation.clientSecret,
        old_secret_ends_at: rotation.oldEndsAt.toISOString(),
      },
    }
  },
})
