import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import type { BrandKit } from '../../../../sdk/src/index.ts'
import { ifMatch } from '../../api.ts'
import { useCompany } from '../../session.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { uiText } from '../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { useKitsChanged } from './use-kit-change.ts'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  /** If unset, a new kit is created. */
  known?: { kit: BrandKit; etag: string | null }
  proposed?: string
}

export function KitForm(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ onClose, known, proposed = '' }: Props) {
  const { api } = useCompany()
  const changed = useKitsChanged()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: known?.kit.name ?? proposed },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) =>
      known
        ? api.brandKits.update(known.kit.id, { name: name.trim() }, ifMatch(known.etag))
        : api.brandKits.create({ name: name.trim() }),
    async ({ id }) => {
      await changed()
      onClose()
      if (known) return
      notifyDone(text.created)
      await navigate({ to: '.', search: { kit: id } })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} data-autofocus {...form.getInputProps('name')} />
        <DialogFooter onCancel={onClose} submit={known ? text.rename : text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}
