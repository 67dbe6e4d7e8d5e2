import type { WebhookDelivery } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, CreateOptions } from '../options.ts'
import { type List, listOf } from './list.ts'
import { creating, resource } from './resource.ts'

const path = '/api/webhooks'

/** Who is told of changes. `create` answers with the secret, this once; `verifyWebhook` checks what arrives. */
export function webhooks(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /** Gives it a new secret, which is shown this once. Messages are signed by the old ones too until they end. */
    rotateSecret(
      id: string,
      body: BodyOf<'POST /api/webhooks/{id}/secret-rotations'> = {},
      options?: CreateOptions,
    ): Promise<DataOf<'POST /api/webhooks/{id}/secret-rotations'>> {
      return call(api, 'POST /api/webhooks/{id}/secret-rotations', { path: { id }, body }, options)
    },

    /** Sends it a message of the type `webhook.ping`, once. */
    ping(id: string, options?: CreateOptions): Promise<WebhookDelivery> {
      return call(api, 'POST /api/webhooks/{id}/pings', { path: { id } }, options)
    },

    /** What was sent to it, newest first. */
    deliveries(
      id: string,
      query: QueryOf<'GET /api/webhooks/{id}/deliveries'> = {},
      options?: CallOptions,
    ): List<WebhookDelivery> {
      return listOf(api, `${path}/${segment(id)}/deliveries`, query, options)
    },

    delivery(id: string, delivery: string, options?: CallOptions): Promise<WebhookDelivery> {
      return call(api, 'GET /api/webhooks/{id}/deliveries/{delivery}', { path: { id, delivery } }, options)
    },

    /** Sends a message again, under its own id. */
    redeliver(id: string, delivery: string, options?: CreateOptions): Promise<WebhookDelivery> {
      const operation = 'POST /api/webhooks/{id}/deliveries/{delivery}/redeliveries'
      return call(api, operation, { path: { id, delivery } }, options)
    },
  })
}
