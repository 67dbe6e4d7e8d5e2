import { Table, Text } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SortTh } from '../../ui/sort-header.tsx'
import { sorted } from '../../ui/sorted.ts'
import { useSorting } from '../../ui/sorting.ts'
import type { Client } from './clients.ts'
import { summaryOf } from './scopes.ts'

type Props = {
  clients: Client[]
  /** Whether these are all clients. Otherwise, only the API can sort them, by name. */
  isWhole: boolean
}

const valuesOf = {
  name: ({ name }: Client) => name,
  owner: ({ owner }: Client) => owner?.name ?? null,
  last_used: ({ last_used_at }: Client) => last_used_at,
}

export function ClientTable({ clients, isWhole }: Props) {
  const sorting = useSorting()
  const rows = isWhole ? sorted(clients, sorting.sort, valuesOf) : clients
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortTh column="name" label={text.name} sorting={sorting} />
            <Table.Th scope="col" visibleFrom="sm">
              {text.mayDo}
            </Table.Th>
            <SortTh column="owner" label={text.owner} sorting={sorting} canSort={isWhole} visibleFrom="sm" />
            <SortTh
              column="last_used"
              label={text.lastUsed}
              sorting={sorting}
              canSort={isWhole}
              isDescendingFirst
            />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((client) => (
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
