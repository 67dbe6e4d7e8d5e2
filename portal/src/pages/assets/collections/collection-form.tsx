import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { useCollectionsChanged } from './use-collection-changes.ts'

type Props = {
  opened: boolean
  onClose(): void
  /** The collection to edit. If unset, a new collection is created. */
  collection?: Collection
}

export function CollectionForm(props: Props) {
  const { opened, onClose, collection } = props
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={collection ? text.editTitle(collection.name) : text.create}
    >
      <Fields {...props} />
    </Dialog>
  )
}

function Fields({ onClose, collection }: Props) {
  const { api } = useCompany()
  const changed = useCollectionsChanged()
  const form = useForm({
    initialValues: { name: collection?.name ?? '', description: collection?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name, description }) => {
      const body = { name: name.trim(), description: description.trim() || null }
      return collection ? api.collections.update(collection.id, body) : api.collections.create(body)
    },
    async () => {
      onClose()
      if (!collection) notifyDone(text.created)
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label={text.description}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
        <DialogFooter
          onCancel={onClose}
          submit={collection ? text.save : text.create}
          isSending={isSending}
        />
      </Stack>
    </form>
  )
}
