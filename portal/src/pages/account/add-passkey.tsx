import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { answerOf, auth } from '../../auth.ts'
import { Canceled } from '../../errors.ts'
import { accountText } from '../../strings/account.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../sign-in/fields.ts'

type Props = { opened: boolean; onClose(): void; onDone(): Promise<void> }

export function AddPasskey(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={accountText.addPasskey}>
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ onClose, onDone }: Props) {
  const form = useForm({ initialValues: { name: '' }, validate: { name: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => answerOf(auth.passkey.addPasskey({ name: name.trim() })),
    () => {
      onClose()
      return onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure instanceof Canceled ? null : failure} />
        <TextInput
          label={accountText.passkeyName}
          description={accountText.passkeyNameHint}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogFooter onCancel={onClose} submit={accountText.goOn} isSending={isSending} />
      </Stack>
    </form>
  )
}
