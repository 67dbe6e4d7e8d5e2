import { Table, Text } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Client } from './clients.ts'
import { summaryOf } from './scopes.ts'

export function ClientTable({ clients }: { clients: Client[] }) {
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{text.name}</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {text.mayDo}
            </Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              {text.owner}
            </Table.Th>
            <Table.Th scope="col">{text.lastUsed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ClientRow({ client: { id, name, scopes, owner, last_used_at } }: { client: Client }) {
  const company = useCompany()
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <LinkAnchor
          to="/c/$company/clients/$client"
          params={{ company: company.id, client: id }}
          fz="sm"
          fw={500}
        >
          {name}
        </LinkAnchor>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" maw={320}>
          {summaryOf(scopes)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          {owner?.name ?? '–'}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed" component="div">
          {last_used_at ? <RelativeTime at={last_used_at} /> : text.neverUsed}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
