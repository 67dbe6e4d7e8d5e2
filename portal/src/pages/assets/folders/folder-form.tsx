import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { useFoldersChanged } from './use-folder-changes.ts'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  /** The folder to rename; without it, a new one is created in `parentId`. */
  folder?: Folder
  parentId?: string | null
}

export function FolderForm(props: Props) {
  const { opened, onClose, title } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': uiText.close }}>
      <NameForm {...props} />
    </Modal>
  )
}

function NameForm({ onClose, folder, parentId = null }: Props) {
  const { api } = useCompany()
  const changed = useFoldersChanged()
  const form = useForm({
    initialValues: { name: folder?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) =>
      folder
        ? api.folders.update(folder.id, { name: name.trim() })
        : api.folders.create({ name: name.trim(), parent_id: parentId }),
    async () => {
      onClose()
      if (!folder) notifyDone(folderText.made)
      await changed()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={folderText.name} data-autofocus {...form.getInputProps('name')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {folder ? folderText.rename : folderText.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
