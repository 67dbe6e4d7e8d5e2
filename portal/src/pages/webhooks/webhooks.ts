import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '../../../../sdk/src/index.ts'
import { listQuery } from '../../lists.ts'
import type { DeliveryState } from '../../routes/search.ts'
import type { CurrentCompany } from '../../session.ts'

export type WebhookBody = Pick<Webhook, 'url' | 'description' | 'types' | 'enabled'>

const type = 'webhook'

export const webhooksQuery = (company: CurrentCompany) => listQuery<Webhook>(company, type, '/webhooks')

export const webhookQuery = ({ id, api }: CurrentCompany, webhook: string) =>
  queryOptions({
    queryKey: [id, type, webhook],
    queryFn: ({ signal }) => api.webhooks.get(webhook, { signal }),
  })

export const deliveriesQuery = (company: CurrentCompany, webhook: string, state?: DeliveryState) =>
  listQuery<WebhookDelivery>(company, type, `/webhooks/${webhook}/deliveries`, { state })

export function useWebhookChanges({ id, api }: CurrentCompany) {
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    await queryClient.invalidateQueries({ queryKey: [id, type] })
    return answer
  }
  return {
    create: (body: WebhookBody) => api.webhooks.create(body).then(changed),
    change: (webhook: string, body: WebhookBody) => api.webhooks.update(webhook, body).then(changed),
    rotate: (webhook: string, overlap_seconds: number) =>
      api.webhooks.rotateSecret(webhook, { overlap_seconds }).then(changed),
    /** @param type sends an example of such a change. */
    ping: (webhook: string, type?: string) =>
      api.webhooks.ping(webhook, type === undefined ? {} : { type }).then(changed),
    redeliver: (webhook: string, delivery: string) => api.webhooks.redeliver(webhook, delivery).then(changed),
    /** @param leave leaves the webhook's page, which would otherwise request a deleted webhook. */
    async remove(webhook: string, leave: () => Promise<void>) {
      await api.webhooks.delete(webhook)
      await leave()
      await changed(undefined)
    },
  }
}
