import { Button, Group, NativeSelect } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Client } from '../clients/clients.ts'

type Props = {
  clients: Client[]
  chosen: Client
  onChoose(id: string): void
  /** Undefined for people who cannot create clients. */
  onMake: (() => void) | undefined
}

export function ChooseClient({ clients, chosen, onChoose, onMake }: Props) {
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
      {onMake && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onMake}>
          {clientsText.newClient}
        </Button>
      )}
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

export function NoClient({ onMake }: Pick<Props, 'onMake'>) {
  return (
    <Empty
      icon={<IconKey />}
      title={text.client}
      description={onMake ? text.noClients : text.askForClient}
      action={
        onMake && (
          <Button leftSection={<IconPlus size={16} />} onClick={onMake}>
            {clientsText.newClient}
          </Button>
        )
      }
    />
  )
}
