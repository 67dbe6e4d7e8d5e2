import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { type Client, useClientChanges } from './clients.ts'
import { keySetOf } from './key-set.ts'

type Props = { client: Client; opened: boolean; onClose(): void }

export function NewKeySet(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={text.keys} size="lg">
      <KeySetForm {...props} />
    </Dialog>
  )
}

function KeySetForm({ client, onClose }: Props) {
  const { setKeys } = useClientChanges(useCompany())
  const form = useForm({
    initialValues: { keys: client.jwks ? JSON.stringify(client.jwks, null, 2) : '' },
    validate: { keys: (keys) => (keySetOf(keys) ? null : text.keysMalformed) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ keys }) => setKeys(client.id, keySetOf(keys)!),
    () => {
      onClose()
      notifyDone(text.keysSet)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <Textarea
          label={text.keySet}
          description={text.keySetHint}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('keys')}
        />
        <DialogFooter onCancel={onClose} submit={text.keysSave} isSending={isSending} />
      </Stack>
    </form>
  )
}
