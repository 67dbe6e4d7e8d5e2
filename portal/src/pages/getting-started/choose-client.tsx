import { Group, NativeSelect } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useCompany } from '../../session.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Client } from '../clients/clients.ts'

type Props = { clients: Client[]; chosen: Client; onChoose(id: string): void }

export function ChooseClient({ clients, chosen, onChoose }: Props) {
  const company = useCompany()
  return (
    <Group align="flex-end">
      <NativeSelect
        label={text.clientLabel}
        value={chosen.id}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={clients.map(({ id, name }) => ({ value: id, label: name }))}
        flex="1 1 240px"
        maw={360}
      />
      <LinkAnchor
        to="/c/$company/clients/$client"
        params={{ company: company.id, client: chosen.id }}
        fz="sm"
        mb={8}
      >
        {text.openClient}
      </LinkAnchor>
    </Group>
  )
}

export function NoClient() {
  const company = useCompany()
  return (
    <Empty
      icon={<IconKey />}
      title={text.client}
      description={text.noClients}
      action={
        <LinkButton to="/c/$company/clients" params={{ company: company.id }}>
          {text.toClients}
        </LinkButton>
      }
    />
  )
}
