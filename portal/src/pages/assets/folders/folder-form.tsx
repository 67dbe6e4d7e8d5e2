import { ActionIcon, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { useFoldersChanged } from './use-folder-changes.ts'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  /** If unset, a new folder is created in `parentId`. */
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

type FieldProps = { parent: Folder | undefined; onMade(folder: Folder): void; onClose(): void }

/** Creates a folder inside another dialog, possibly within the dialog's own form. */
export function NewFolderField({ parent, onMade, onClose }: FieldProps) {
  const { api } = useCompany()
  const changed = useFoldersChanged()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => api.folders.create({ name: name.trim(), parent_id: parent?.id ?? null }),
    async (folder) => {
      await changed()
      onMade(folder)
    },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        onSubmit(event)
      }}
    >
      <Stack gap="xs">
        <FormFailure failure={failure} />
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            label={parent ? folderText.newIn(parent.name) : folderText.newAtTop}
            autoFocus
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="light" mt={25} loading={isSending}>
            {folderText.make}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            mt={25}
            aria-label={folderText.noNewFolder}
            onClick={onClose}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Stack>
    </form>
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
        <DialogFooter
          onCancel={onClose}
          submit={folder ? folderText.rename : folderText.create}
          isSending={isSending}
        />
      </Stack>
    </form>
  )
}
