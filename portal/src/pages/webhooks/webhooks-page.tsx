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
import { Empty } from '../../ui/states.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhooksQuery } from './webhooks.ts'

export function WebhooksPage() {
  const webhooks = useInfiniteQuery(webhooksQuery(useCompany()))
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const make = (
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
              <WebhookTable webhooks={rows} />
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

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <Table verticalSpacing="sm" highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.address}</Table.Th>
          <Table.Th scope="col" w={180} visibleFrom="sm">
            {text.about}
          </Table.Th>
          <Table.Th scope="col" w={110}>
            {text.state}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {webhooks.map((webhook) => (
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
