import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '../../lists.ts'
import type { Webhook, WebhookDelivery } from '../../resources.gen.ts'
import type { DeliveryState } from '../../routes/search.ts'
import type { CurrentCompany } from '../../session.ts'

export type WebhookBody = Pick<Webhook, 'url' | 'description' | 'types' | 'enabled'>

const type = 'webhook'

export const webhooksQuery = (company: CurrentCompany) => listQuery<Webhook>(company, type, '/webhooks')

export const webhookQuery = ({ id, api }: CurrentCompany, webhook: string) =>
  queryOptions({
    queryKey: [id, type, webhook],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Webhook }>(`/webhooks/${webhook}`, { signal })).data,
  })

export const deliveriesQuery = (company: CurrentCompany, webhook: string, state?: DeliveryState) =>
  listQuery<WebhookDelivery>(company, type, `/webhooks/${webhook}/deliveries`, { state })

/** What one can do with the company's webhooks. Whatever shows them is asked for again. */
export function useWebhookChanges({ id, api }: CurrentCompany) {
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    await queryClient.invalidateQueries({ queryKey: [id, type] })
    return answer
  }
  const deliveries = (webhook: string) => `/webhooks/${webhook}/deliveries`
  return {
    create: (body: WebhookBody) =>
      api.post<{ data: Webhook & { secret: string } }>('/webhooks', body).then(changed),
    change: (webhook: string, body: WebhookBody) =>
      api.patch<{ data: Webhook }>(`/webhooks/${webhook}`, body).then(changed),
    rotate: (webhook: string, overlap_seconds: number) =>
      api
        .post<{ data: { secret: string } }>(`/webhooks/${webhook}/secret-rotations`, { overlap_seconds })
        .then(changed),
    ping: (webhook: string) => api.post(`/webhooks/${webhook}/pings`).then(changed),
    redeliver: (webhook: string, delivery: string) =>
      api.post(`${deliveries(webhook)}/${delivery}/redeliveries`).then(changed),
    /** @param leave goes away from the webhook's page, which would ask for what is gone. */
    async remove(webhook: string, leave: () => Promise<void>) {
      await api.delete(`/webhooks/${webhook}`)
      await leave()
      await changed(undefined)
    },
  }
}
