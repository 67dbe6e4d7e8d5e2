import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWholeList } from '../../lists.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { type Client, clientsQuery, type Secret } from '../clients/clients.ts'
import { NewClient } from '../clients/new-client.tsx'
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
  const navigate = useNavigate()
  const [isMaking, setIsMaking] = useState(false)
  // Only this page has the secret. The secret is discarded when the user leaves the page.
  const [made, setMade] = useState<Secret>()
  const choose = (id: string) => void navigate({ to: '.', search: { client: id }, replace: true })
  const onMake = company.can('clients:write') ? () => setIsMaking(true) : undefined
  return (
    <>
      <Loaded query={clients} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <NoClient onMake={onMake} />
          ) : (
            <Steps clients={rows} made={made} onChoose={choose} onMake={onMake} />
          )
        }
      </Loaded>
      <NewClient
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        onMade={(secret) => {
          setMade(secret)
          choose(secret.client_id)
        }}
      />
    </>
  )
}

type StepsProps = {
  clients: Client[]
  made: Secret | undefined
  onChoose(id: string): void
  onMake: (() => void) | undefined
}

function Steps({ clients, made, onChoose, onMake }: StepsProps) {
  const { client: asked } = useSearch({ from: '/inside/c/$company/getting-started' })
  const client = clients.find(({ id }) => id === asked) ?? clients[0]!
  const secret = made?.client_id === client.id ? made.client_secret : undefined
  return (
    <>
      <Section title={text.client} description={text.clientText}>
        <ChooseClient clients={clients} chosen={client} onChoose={onChoose} onMake={onMake} />
      </Section>
      <Code clientId={client.id} secret={secret} />
      <Section title={text.arrived} description={text.arrivedText}>
        <Arrival key={client.id} clientId={client.id} />
      </Section>
    </>
  )
}

/** For users who cannot see the company's clients, but were given the credentials of one. */
function WithoutClients() {
  return (
    <>
      <Section title={text.client} description={text.askForClient}>
        {null}
      </Section>
      <Code clientId="cli_…" secret={undefined} />
    </>
  )
}

function Code({ clientId, secret }: { clientId: string; secret: string | undefined }) {
  return (
    <>
      {secret ? (
        <Section title={text.made} description={text.madeText}>
          <CopyField label={clientsText.secret} value={secret} copy={clientsText.copySecret} />
        </Section>
      ) : (
        <Section title={text.secret} description={text.secretText}>
          <CodeBlock label={text.secretCode} code={secretLine} copy={text.copySecret} />
        </Section>
      )}
      <Section title={text.call} description={text.callText}>
        <CallCode clientId={clientId} secret={secret} />
      </Section>
    </>
  )
}
