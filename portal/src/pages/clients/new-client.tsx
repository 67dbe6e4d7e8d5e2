import { Stack } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { ClientFields } from './client-fields.tsx'
import { bodyOf, useClientForm } from './client-form.ts'
import { type Secret, useClientChanges } from './clients.ts'

type Props = { opened: boolean; onClose(): void; onMade(secret: Secret): void }

export function NewClient(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={clientsText.newClient} size="lg">
      <NewClientForm {...props} />
    </Dialog>
  )
}

function NewClientForm({ onClose, onMade }: Props) {
  const form = useClientForm()
  const { create } = useClientChanges(useCompany())
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => create(bodyOf(values)),
    ({ data }) => {
      onClose()
      onMade({ client_id: data.id, client_secret: data.client_secret })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <ClientFields form={form} autoFocus />
        <DialogFooter onCancel={onClose} submit={clientsText.newClient} isSending={isSending} />
      </Stack>
    </form>
  )
}
