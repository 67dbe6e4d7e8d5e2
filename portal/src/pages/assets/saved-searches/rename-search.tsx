import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { savedSearchText as text } from '../../../strings/saved-searches.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { useSavedSearchesChanged } from './saved-search-queries.ts'

type Props = { onClose(): void; saved: SavedSearch }

export const RenameSearch = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Dialog opened={opened} onClose={props.onClose} title={text.renameTitle(props.saved.name)}>
    <NameForm {...props} />
  </Dialog>
)

function NameForm({ onClose, saved }: Props) {
  const { api } = useCompany()
  const changed = useSavedSearchesChanged()
  const form = useForm({
    initialValues: { name: saved.name },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => api.savedSearches.update(saved.id, { name: name.trim() }),
    async () => {
      onClose()
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <DialogFooter onCancel={onClose} submit={text.submitName} isSending={isSending} />
      </Stack>
    </form>
  )
}
