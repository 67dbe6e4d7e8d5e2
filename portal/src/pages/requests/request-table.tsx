import { Group, Table, Text, UnstyledButton } from '@mantine/core'
import { requestsText as text } from '../../strings/requests.ts'
import { formatCount } from '../../ui/amounts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { type LoggedRequest, reasonOf } from './requests.ts'

type Props = {
  requests: LoggedRequest[]
  withClient?: boolean
  onRoute?(route: string): void
}

export function RequestTable({ requests, withClient = false, onRoute }: Props) {
  return (
    <Table verticalSpacing="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w={76}>
            {text.status}
          </Table.Th>
          <Table.Th scope="col">{text.request}</Table.Th>
          {withClient && (
            <Table.Th scope="col" w="18%" visibleFrom="md">
              {text.client}
            </Table.Th>
          )}
          <Table.Th scope="col" w={90} ta="end" visibleFrom="sm">
            {text.took}
          </Table.Th>
          <Table.Th scope="col" w={190} visibleFrom="sm">
            {text.when}
          </Table.Th>
          <Table.Th scope="col" w={64}>
            ID
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} withClient={withClient} onRoute={onRoute} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { request: LoggedRequest; withClient: boolean; onRoute: Props['onRoute'] }

function RequestRow({ request, withClient, onRoute }: RowProps) {
  const { status, client, duration_ms, created_at, request_id } = request
  const reason = reasonOf(request)
  const clientName = client.name ?? text.goneClient
  const took = text.milliseconds(formatCount(duration_ms))
  return (
    <Table.Tr>
      <Table.Td>
        <Status color={colorOf(status)}>{String(status)}</Status>
      </Table.Td>
      <Table.Td>
        <Route request={request} onRoute={onRoute} />
        {reason && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          {withClient && `${clientName} · `}
          {took} · <ExactTime at={created_at} />
        </Text>
      </Table.Td>
      {withClient && (
        <Table.Td visibleFrom="md" style={{ overflowWrap: 'anywhere' }}>
          {clientName}
        </Table.Td>
      )}
      <Table.Td ta="end" visibleFrom="sm">
        {took}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" component="div">
          <ExactTime at={created_at} />
        </Text>
      </Table.Td>
      <Table.Td>
        <CopyButton value={request_id} label={text.copyId(request_id)} />
      </Table.Td>
    </Table.Tr>
  )
}

function Route({ request: { method, route }, onRoute }: Pick<RowProps, 'request' | 'onRoute'>) {
  const shown = (
    <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      {route ?? text.noRoute}
    </Text>
  )
  return (
    <Group gap={8} wrap="nowrap" align="baseline">
      <Text size="xs" fw={600} component="span">
        {method}
      </Text>
      {route && onRoute ? (
        <UnstyledButton title={text.onlyRoute(route)} onClick={() => onRoute(route)}>
          {shown}
        </UnstyledButton>
      ) : (
        shown
      )}
    </Group>
  )
}

function colorOf(status: number) {
  if (status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'gray' : 'green'
}
