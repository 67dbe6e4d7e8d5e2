import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { ClientFields } from './client-fields.tsx'
import { bodyOf, useClientForm } from './client-form.ts'
import { type ShownClient, useClientChanges } from './clients.ts'

/** Keeps the user's input when the client changes. The input is sent for the state that it is based on. */
export function ClientSettings({ client }: { client: ShownClient }) {
  const [begunWith, setBegunWith] = useState<ShownClient>()
  const shown = begunWith ?? client
  return (
    <SettingsForm
      key={shown.updated_at}
      client={shown}
      onBegin={() => setBegunWith(shown)}
      onSaved={() => setBegunWith(undefined)}
    />
  )
}

type Props = { client: ShownClient; onBegin(): void; onSaved(): void }

function SettingsForm({ client, onBegin, onSaved }: Props) {
  const { change } = useClientChanges(useCompany())
  const form = useClientForm(client, onBegin)
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => change(client, bodyOf(values)),
    () => {
      onSaved()
      notifyDone(clientsText.saved)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <ClientFields form={form} />
        <Group>
          <Button type="submit" loading={isSending}>
            {clientsText.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
