import { Accordion, Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { uiText } from '../../strings/ui.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { formatCount } from '../../ui/amounts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { useWebhookChanges } from './webhooks.ts'

const colors = { pending: 'yellow', delivered: 'green', failed: 'red' } as const

type Props = { delivery: WebhookDelivery; webhook: Webhook }

export function DeliveryItem({ delivery, webhook }: Props) {
  const { id, type, state, attempts, created_at } = delivery
  const isRetrying = state === 'pending' && attempts.length > 0
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group gap="xs" justify="space-between" pe="sm">
          <Group gap="md">
            <Status color={colors[state]}>{isRetrying ? text.retrying : text.states[state]}</Status>
            <Text size="sm" fw={500}>
              {type}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {attempts.length > 1 && `${text.attempts(attempts.length)} · `}
            <RelativeTime at={created_at} isInControl />
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Details delivery={delivery} webhook={webhook} />
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function Details({ delivery, webhook }: Props) {
  const { id, webhook_id, type, attempts, body, next_attempt_at } = delivery
  const response = attempts.at(-1)?.response
  const { redeliver } = useWebhookChanges(useCompany())
  const sending = useMutation({
    mutationFn: () => redeliver(webhook_id, id),
    onSuccess: () => notifyDone(text.redelivered),
  })
  return (
    <Stack>
      {attempts.length > 0 && <Attempts attempts={attempts} />}
      {attempts.some(isRefusedHere) && isLoopback(webhook.url) && (
        <Alert color="yellow" title={text.loopback}>
          {text.loopbackText}
        </Alert>
      )}
      {response != null && (
        <CodeBlock label={text.response} code={response} copy={text.copyResponse} heightMax={200} />
      )}
      {next_attempt_at && (
        <Text size="sm" c="dimmed" component="div">
          {text.nextAttempt + uiText.colon}
          <RelativeTime at={next_attempt_at} />
        </Text>
      )}
      <CodeBlock label={text.sent} code={pretty(body)} copy={text.copySent} />
      {webhook.enabled && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={sending.isPending}
            aria-label={text.redeliverOf(type)}
            onClick={() => sending.mutate()}
          >
            {text.redeliver}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Attempts({ attempts }: Pick<WebhookDelivery, 'attempts'>) {
  return (
    <Table verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.attemptAt}</Table.Th>
          <Table.Th scope="col">{text.answer}</Table.Th>
          <Table.Th scope="col" ta="end">
            {text.took}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map(({ at, status, error, duration_ms }) => (
          <Table.Tr key={at}>
            <Table.Td>
              <RelativeTime at={at} />
            </Table.Td>
            <Table.Td>{status ?? error ?? text.noAnswer}</Table.Td>
            <Table.Td ta="end">{text.milliseconds(formatCount(duration_ms))}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Whether the server rejected the URL. The error differs if the receiver is not running. */
const isRefusedHere = ({ error }: WebhookDelivery['attempts'][number]) =>
  error === 'The IP address is not public.' || error === 'The URL must be an https URL.'

const isLoopback = (url: string) =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

/** The body has no line breaks. */
const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2)
