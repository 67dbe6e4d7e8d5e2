import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AssetTag, TemplateTag } from '../../../sdk/src/index.ts'
import { useCompany } from '../session.ts'
import { tagText as text } from '../strings/tags.ts'
import { uiText } from '../strings/ui.ts'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { FormFailure } from '../ui/form-failure.tsx'
import { notifyDone } from '../ui/notify.tsx'
import { useSend } from '../ui/use-send.ts'
import { type Tagged, tagsIn } from './tag-queries.ts'
import { useTagsChanged } from './use-tag-changes.ts'

type Props = {
  noun: Tagged
  opened: boolean
  onClose(): void
  /** If unset, a new tag is created. */
  tag?: AssetTag | TemplateTag
}

export function TagForm(props: Props) {
  const { opened, onClose, tag } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={tag ? text.renameTitle(tag.name) : text.create}>
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ noun, onClose, tag }: Props) {
  const { api } = useCompany()
  const changed = useTagsChanged(noun)
  const form = useForm({
    initialValues: { name: tag?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const tags = tagsIn(api, noun)
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => (tag ? tags.update(tag.id, { name: name.trim() }) : tags.create({ name: name.trim() })),
    async () => {
      onClose()
      if (!tag) notifyDone(text.made)
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} data-autofocus {...form.getInputProps('name')} />
        <DialogFooter onCancel={onClose} submit={tag ? text.rename : text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}
