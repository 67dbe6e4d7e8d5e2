import { FileInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { tagText } from '../../strings/tags.ts'
import { templateText as text } from '../../strings/templates.ts'
import { uiText } from '../../strings/ui.ts'
import { TagsField } from '../../tags/tags-field.tsx'
import { idsOfTags } from '../../tags/use-tags-named.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'

export const documentTypes = '.svg,image/svg+xml'

type Props = {
  opened: boolean
  /** A dropped file. If null, the user selects a file here. */
  file: File | null
  onClose(): void
}

export function NewTemplate(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={text.create}>
      <NewTemplateForm {...props} />
    </Dialog>
  )
}

type Values = { document: File | null; name: string; description: string; tags: string[] }

function NewTemplateForm({ file, onClose }: Props) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<Values>({
    initialValues: { document: file, name: file ? titleOf(file) : '', description: '', tags: [] },
    validate: { document: (document) => (document === null ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => create(company, values),
    async ({ id }) => {
      notifyDone(text.created)
      void queryClient.invalidateQueries({ queryKey: [company.id, 'template'] })
      void queryClient.invalidateQueries({ queryKey: [company.id, 'template_tag'] })
      await navigate({
        to: '/c/$company/templates/$template',
        params: { company: company.id, template: id },
        // The back button must not create another template.
        replace: true,
      })
    },
  )

  function choose(document: File | null) {
    const { name, document: before } = form.values
    const isOwn = name.trim() !== '' && (before === null || name !== titleOf(before))
    if (document && !isOwn) form.setFieldValue('name', titleOf(document))
    form.setFieldValue('document', document)
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <FileInput
          label={text.document}
          description={text.documentHint}
          placeholder={text.chooseDocument}
          accept={documentTypes}
          leftSection={<IconFileUpload size={16} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': text.clearDocument }}
          data-autofocus={file === null || undefined}
          {...form.getInputProps('document')}
          onChange={choose}
        />
        <TextInput
          label={text.name}
          data-autofocus={file !== null || undefined}
          {...form.getInputProps('name')}
        />
        <Textarea label={text.description} autosize minRows={2} {...form.getInputProps('description')} />
        <TagsField
          noun="template"
          label={tagText.title}
          description={text.tagsHint}
          {...form.getInputProps('tags')}
        />
        <DialogFooter onCancel={onClose} submit={text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}

const titleOf = ({ name }: File) => name.replace(/\.svg$/i, '')

async function create({ api }: CurrentCompany, { document, name, description, tags }: Values) {
  const fields = {
    name: name.trim() || undefined,
    description: description.trim() || undefined,
    tags: await idsOfTags(api, 'template', tags),
  }
  return api.templates.create(document!, fields, { fileName: document!.name })
}
