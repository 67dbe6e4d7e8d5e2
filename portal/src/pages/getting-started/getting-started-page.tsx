import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWholeList } from '../../lists.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { type Client, clientsQuery } from '../clients/clients.ts'
import { Arrival } from './arrival.tsx'
import { CallCode } from './call-code.tsx'
import { ChooseClient, NoClient } from './choose-client.tsx'
import { secretLine } from './snippets.ts'

export function GettingStartedPage() {
  const company = useCompany()
  return (
    <>
      <PageHeader
        title={text.title}
        description={text.description}
        actions={
          <Button
            component="a"
            href="/docs"
            variant="default"
            leftSection={<IconBook size={16} aria-hidden />}
          >
            {text.guides}
          </Button>
        }
      />
      {company.can('clients:read') ? <WithClients company={company} /> : <WithoutClients />}
    </>
  )
}

function WithClients({ company }: { company: CurrentCompany }) {
  const clients = useWholeList(clientsQuery(company))
  return (
    <Loaded query={clients} height={480}>
      {(rows) => (rows.length === 0 ? <NoClient /> : <Steps clients={rows} />)}
    </Loaded>
  )
}

function Steps({ clients }: { clients: Client[] }) {
  const { client: asked } = useSearch({ from: '/inside/c/$company/getting-started' })
  const navigate = useNavigate()
  const client = clients.find(({ id }) => id === asked) ?? clients[0]!
  return (
    <>
      <Section title={text.client} description={text.clientText}>
        <ChooseClient
          clients={clients}
          chosen={client}
          onChoose={(id) => void navigate({ to: '.', search: { client: id }, replace: true })}
        />
      </Section>
      <Code clientId={client.id} />
      <Section title={text.arrived} description={text.arrivedText}>
        <Arrival key={client.id} clientId={client.id} />
      </Section>
    </>
  )
}

/** For users who cannot see the company's clients but were given one. */
function WithoutClients() {
  return (
    <>
      <Section title={text.client} description={text.askForClient}>
        {null}
      </Section>
      <Code clientId="cli_…" />
    </>
  )
}

function Code({ clientId }: { clientId: string }) {
  return (
    <>
      <Section title={text.secret} description={text.secretText}>
        <CodeBlock label={text.secretCode} code={secretLine} copy={text.copySecret} />
      </Section>
      <Section title={text.call} description={text.callText}>
        <CallCode clientId={clientId} />
      </Section>
    </>
  )
}
