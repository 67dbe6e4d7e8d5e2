import { Input, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Folder, Render, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { renderText as text } from '../../../strings/renders.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { FolderTree } from '../../assets/folders/folder-tree.tsx'
import classes from './renders.module.css'

type Props = { template: Template; render: Render | undefined; onClose(): void }

export function KeepDialog({ template, render, onClose }: Props) {
  return (
    <Dialog opened={render !== undefined} onClose={onClose} title={text.keepTitle}>
      {render && <KeepForm template={template} render={render} onClose={onClose} />}
    </Dialog>
  )
}

function KeepForm({ template, render, onClose }: Props & { render: Render }) {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  const [folder, setFolder] = useState<Folder>()
  const form = useForm({ initialValues: { name: template.name } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => api.post(`/renders/${render.id}/asset`, { name, folder_id: folder?.id ?? null }),
    () => {
      notifyDone(text.kept)
      onClose()
      return Promise.all(
        ['render', 'asset'].map((type) => queryClient.invalidateQueries({ queryKey: [id, type] })),
      )
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <Text size="sm" c="dimmed">
          {text.keepHint}
        </Text>
        <TextInput label={text.keepName} data-autofocus {...form.getInputProps('name')} />
        <Input.Wrapper label={text.keepFolder} labelElement="div">
          <div className={classes.folders}>
            <FolderTree current={folder?.id} onOpen={setFolder} rootLabel={folderText.top} />
          </div>
        </Input.Wrapper>
        <DialogFooter onCancel={onClose} submit={text.keep} isSending={isSending} />
      </Stack>
    </form>
  )
}
