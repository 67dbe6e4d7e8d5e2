import type { WebhookDelivery } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { type BodyOf, call, type DataOf, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import type { CallOptions, CreateOptions } from '../options.ts'
import { type List, listOf } from './list.ts'
import { creating, resource } from './resource.ts'

const path = '/api/webhooks'

/**
 * Webhooks. `create` returns the secret, which is shown only once. Use `verifyWebhook` to verify the messages you
 * receive.
 */
export function webhooks(api: Api) {
  return Object.assign(resource(api, path), creating(api, path), {
    /**
     * Creates a new secret and returns it. The secret is shown only once. Messages are also signed with old
     * secrets until they expire.
     */
    rotateSecret(
      id: string,
      body: BodyOf<'POST /api/webhooks/{id}/secret-rotations'> = {},
      options?: CreateOptions,
    ): Promise<DataOf<'POST /api/webhooks/{id}/secret-rotations'>> {
      return call(api, 'POST /api/webhooks/{id}/secret-rotations', { path: { id }, body }, options)
    },

    /**
     * Sends a message of type `webhook.ping` once, without retries, and returns its delivery.
     * @param body `type`, such as `asset.created`: sends an example of this type instead.
     */
    ping(
      id: string,
      body: BodyOf<'POST /api/webhooks/{id}/pings'> = {},
      options?: CreateOptions,
    ): Promise<WebhookDelivery> {
      return call(api, 'POST /api/webhooks/{id}/pings', { path: { id }, body }, options)
    },

    /** Returns the deliveries of a webhook, newest first. */
    deliveries(
      id: string,
      query: QueryOf<'GET /api/webhooks/{id}/deliveries'> = {},
      options?: CallOptions,
    ): List<WebhookDelivery> {
      return listOf(api, `${path}/${segment(id)}/deliveries`, query, options)
    },

    /** Returns one delivery. @throws {NotFoundError} if it does not exist. */
    delivery(id: string, delivery: string, options?: CallOptions): Promise<WebhookDelivery> {
      return call(api, 'GET /api/webhooks/{id}/deliveries/{delivery}', { path: { id, delivery } }, options)
    },

    /** Sends a message again with the same `webhook-id` and returns the new delivery. */
    redeliver(id: string, delivery: string, options?: CreateOptions): Promise<WebhookDelivery> {
      const operation = 'POST /api/webhooks/{id}/deliveries/{delivery}/redeliveries'
      return call(api, operation, { path: { id, delivery } }, options)
    },
  })
}
