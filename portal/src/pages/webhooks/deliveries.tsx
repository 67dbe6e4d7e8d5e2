import { Accordion, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '../../../../sdk/src/index.ts'
import type { DeliveryState } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { changeTypes } from './types.ts'
import { deliveriesQuery, useWebhookChanges } from './webhooks.ts'

/** Polling intervals while deliveries are pending, and otherwise. The change feed does not contain deliveries. */
const askEveryMs = 1_500
const askIdleEveryMs = 5_000

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const company = useCompany()
  const { state } = useSearch({ from: '/inside/c/$company/webhooks/$webhook' })
  // Kept here, so that the delivery that a person reads stays open while the list shows an error.
  const [open, setOpen] = useState<string | null>(null)
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(company, webhook.id, state),
    refetchInterval: ({ state: { data } }) => {
      // A person who has loaded older pages is reading them, and polling would fetch all pages each time.
      if ((data?.pages.length ?? 0) > 1) return false
      return data?.pages[0]?.data.some(isUnderWay) ? askEveryMs : askIdleEveryMs
    },
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <StateFilter state={state} />
        <Ping webhook={webhook} />
      </Group>
      <Loaded query={deliveries} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {state ? text.noSuchDeliveries : text.noDeliveries}
            </Text>
          ) : (
            <>
              <Accordion variant="contained" chevronPosition="left" value={open} onChange={setOpen}>
                {rows.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} webhook={webhook} />
                ))}
              </Accordion>
              <More query={deliveries} />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

/** Maximum wait of a delivery that counts as under way. After several failures, deliveries wait for hours. */
const soonMs = 60_000
const isUnderWay = ({ state, next_attempt_at }: WebhookDelivery) =>
  state === 'pending' && (!next_attempt_at || Date.parse(next_attempt_at) < Date.now() + soonMs)

function StateFilter({ state }: { state: DeliveryState | undefined }) {
  const navigate = useNavigate()
  return (
    <NativeSelect
      aria-label={text.filter}
      value={state ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '.', search: value ? { state: value as DeliveryState } : {}, replace: true })
      }
      data={[
        { value: '', label: text.any },
        ...Object.entries(text.states).map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}

function Ping({ webhook }: { webhook: Webhook }) {
  const { ping } = useWebhookChanges(useCompany())
  const [type, setType] = useState('')
  const pinging = useMutation({
    mutationFn: () => ping(webhook.id, type || undefined),
    onSuccess: () => notifyDone(text.pinged),
  })
  if (!webhook.enabled)
    return (
      <Text size="sm" c="dimmed">
        {text.pingOff}
      </Text>
    )
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={text.pingType}
        value={type}
        onChange={({ currentTarget: { value } }) => setType(value)}
        data={[{ value: '', label: 'webhook.ping' }, ...pingTypes]}
      />
      <Button variant="default" loading={pinging.isPending} onClick={() => pinging.mutate()}>
        {text.ping}
      </Button>
    </Group>
  )
}

const pingTypes = changeTypes.flatMap(({ resource, verbs }) => verbs.map((verb) => `${resource}.${verb}`))
