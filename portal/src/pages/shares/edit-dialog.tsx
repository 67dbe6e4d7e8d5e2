import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Share } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { useShareChanges } from './shares.ts'
import { expiryOf, UntilField, untilOf, untilRules } from './until-field.tsx'

type Props = { opened: boolean; onClose(): void; share: Share }

/** The URL stays the same. */
export function EditDialog({ opened, onClose, share }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.editTitle(share.name)}>
      <EditForm share={share} onClose={onClose} />
    </Dialog>
  )
}

function EditForm({ share, onClose }: Omit<Props, 'opened'>) {
  const { update } = useShareChanges(useCompany())
  const form = useForm({
    initialValues: { name: share.name, message: share.message ?? '', ...untilOf(share.expires_at) },
    validate: {
      name: (value) => (value.trim() === '' ? text.nameNone : null),
      ...untilRules,
    },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name, message, ...until }) =>
      update(share.id, {
        name,
        message: message.trim() || null,
        // An end within the day stays if its day is not changed.
        ...((form.isDirty('until') || form.isDirty('until_day')) && { expires_at: expiryOf(until) }),
      }),
    () => {
      notifyDone(text.saved)
      onClose()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={text.name}
          description={text.nameHint}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label={text.message} autosize minRows={2} maxRows={6} {...form.getInputProps('message')} />
        <UntilField form={form} />
        <DialogFooter onCancel={onClose} submit={text.save} isSending={isSending} />
      </Stack>
    </form>
  )
}
