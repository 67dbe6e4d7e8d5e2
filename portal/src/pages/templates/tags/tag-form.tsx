import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TemplateTag } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { templateTagText as text } from '../../../strings/templates.ts'
import { uiText } from '../../../strings/ui.ts'
import { tagsOf } from '../../../tags/tag-queries.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { useTagsChanged } from './use-tag-changes.ts'

type Props = {
  opened: boolean
  onClose(): void
  /** The tag that gets another name; without one a new one is made. */
  tag?: TemplateTag
}

/** Names a tag. */
export function TagForm(props: Props) {
  const { opened, onClose, tag } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={tag ? text.renameTitle(tag.name) : text.create}>
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ onClose, tag }: Props) {
  const { api } = useCompany()
  const changed = useTagsChanged()
  const form = useForm({
    initialValues: { name: tag?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { path } = tagsOf.template
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) =>
      tag
        ? api.patch<{ data: TemplateTag }>(`${path}/${tag.id}`, { name: name.trim() })
        : api.post<{ data: TemplateTag }>(path, { name: name.trim() }),
    async ({ data }) => {
      onClose()
      if (!tag) notifyDone(text.made(data.name))
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} data-autofocus {...form.getInputProps('name')} />
        <DialogFooter onCancel={onClose} submit={tag ? text.rename : text.make} isSending={isSending} />
      </Stack>
    </form>
  )
}
