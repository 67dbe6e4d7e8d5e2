import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { requestsText } from '../../strings/requests.ts'
import { uiText } from '../../strings/ui.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Gone } from '../../ui/not-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { isGone } from '../../use-resource.ts'
import { RecentRequests } from '../requests/recent-requests.tsx'
import { ClientRequests } from './client-requests.tsx'
import { ClientSettings } from './client-settings.tsx'
import { type Client, clientQuery, type ShownClient } from './clients.ts'
import { DeleteClient } from './delete-client.tsx'
import { PublicKeys } from './public-keys.tsx'
import { Secrets } from './secrets.tsx'
import { Tokens } from './tokens.tsx'

export function ClientPage() {
  const company = useCompany()
  const { client: id } = useParams({ from: '/inside/c/$company/clients/$client' })
  const client = useQuery(clientQuery(company, id))
  if (isGone(client.error))
    return (
      <Gone
        title={text.goneTitle}
        description={text.gone}
        back={
          <LinkButton to="/c/$company/clients" params={{ company: company.id }} variant="default">
            {text.toAll}
          </LinkButton>
        }
      />
    )
  return (
    <Loaded query={client} height={480} order={1}>
      {(client) => <Found client={client} />}
    </Loaded>
  )
}

function Found({ client }: { client: ShownClient }) {
  const company = useCompany()
  const isWriter = company.can('clients:write')
  return (
    <>
      <PageHeader
        back={
          <LinkAnchor to="/c/$company/clients" params={{ company: company.id }} fz="sm">
            {text.title}
          </LinkAnchor>
        }
        title={client.name}
        description={<Identity client={client} />}
      />
      <Section title={text.requests}>
        <ClientRequests client={client} />
      </Section>
      <Section title={requestsText.recent} description={requestsText.recentText}>
        <RecentRequests clientId={client.id} />
      </Section>
      {isWriter && (
        <Section title={text.settings} description={text.settingsText}>
          <ClientSettings client={client} />
        </Section>
      )}
      <Section title={text.secrets} description={text.secretsText}>
        <Secrets client={client} isWriter={isWriter} />
      </Section>
      <Section title={text.keys} description={text.keysText}>
        <PublicKeys client={client} isWriter={isWriter} />
      </Section>
      <Section title={text.tokens} description={text.tokensText}>
        <Tokens client={client} isWriter={isWriter} />
      </Section>
      {isWriter && (
        <Section title={text.deleteClient} description={text.deleteText}>
          <DeleteClient client={client} />
        </Section>
      )}
    </>
  )
}

function Identity({ client: { id, last_used_at } }: { client: Client }) {
  return (
    <Group component="span" gap={4}>
      <Text component="span" ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton value={id} label={text.copyId} />
      <span>
        {text.lastUsed + uiText.colon}
        {last_used_at ? <RelativeTime at={last_used_at} /> : text.neverUsed}
      </span>
    </Group>
  )
}
