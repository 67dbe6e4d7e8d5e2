import { Button, Group, Stack } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { ClientFields } from './client-fields.tsx'
import { bodyOf, useClientForm } from './client-form.ts'
import { type ShownClient, useClientChanges } from './clients.ts'

export function ClientSettings({ client }: { client: ShownClient }) {
  const { change } = useClientChanges(useCompany())
  const form = useClientForm(client)
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => change(client, bodyOf(values)),
    ({ data }) => {
      form.resetDirty()
      notifyDone(clientsText.saved(data.name))
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
