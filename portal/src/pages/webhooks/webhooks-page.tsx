import { Button, Table, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SortTh } from '../../ui/sort-header.tsx'
import { sorted } from '../../ui/sorted.ts'
import { useSorting } from '../../ui/sorting.ts'
import { Empty } from '../../ui/states.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooksQuery } from './webhooks.ts'

export function WebhooksPage() {
  const company = useCompany()
  const webhooks = useInfiniteQuery(webhooksQuery(company))
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const make = company.can('webhooks:write') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
      {text.newWebhook}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={text.title}
        description={text.description}
        actions={webhooks.data?.length === 0 ? undefined : make}
      />
      <Loaded query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={<IconWebhook />} title={text.noneTitle} description={text.none} action={make} />
          ) : (
            <>
              <WebhookTable webhooks={rows} isWhole={!webhooks.hasNextPage} />
              <More query={webhooks} />
            </>
          )
        }
      </Loaded>
      <NewWebhook opened={isMaking} onClose={() => setIsMaking(false)} onMade={setMade} />
      <WebhookSecret secret={made} title={text.createdTitle} onClose={() => setMade(undefined)} />
    </>
  )
}

type TableProps = {
  webhooks: Webhook[]
  /** Whether these are all webhooks. Columns can be sorted only then, because the API cannot sort by them. */
  isWhole: boolean
}

const valuesOf = {
  url: ({ url }: Webhook) => url,
  state: ({ enabled }: Webhook) => enabled,
}

function WebhookTable({ webhooks, isWhole }: TableProps) {
  const sorting = useSorting()
  const head = { sorting, canSort: isWhole }
  const rows = isWhole ? sorted(webhooks, sorting.sort, valuesOf) : webhooks
  return (
    <Table verticalSpacing="sm" highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <SortTh {...head} column="url" label={text.address} />
          <Table.Th scope="col" w={180} visibleFrom="sm">
            {text.about}
          </Table.Th>
          <SortTh {...head} column="state" label={text.state} isDescendingFirst w={110} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const company = useCompany()
  const { id, url, description, types } = webhook
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <LinkAnchor
          to="/c/$company/webhooks/$webhook"
          params={{ company: company.id, webhook: id }}
          fz="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </LinkAnchor>
        {description && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          {types.length === 0 ? text.allChanges : text.changes(types.length)}
        </Text>
      </Table.Td>
      <Table.Td>
        <WebhookState webhook={webhook} />
      </Table.Td>
    </Table.Tr>
  )
}
