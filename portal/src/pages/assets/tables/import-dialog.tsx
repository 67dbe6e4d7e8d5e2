import { FileInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../session.ts'
import { assetTableText as text } from '../../../strings/asset-tables.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { TablePreview, type TableResult } from './table-preview.tsx'

type Props = { onClose(): void }

/** Imports an edited table of assets: a file, a preview of its changes, and the confirmation. */
export const ImportDialog = ({ opened, onClose }: Props & { opened: boolean }) => (
  <Dialog opened={opened} onClose={onClose} title={text.importTitle} size="xl">
    <Import onClose={onClose} />
  </Dialog>
)

function Import({ onClose }: Props) {
  const { api, id } = useCompany()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({ mutationFn: (file: File) => api.assets.updateFromTable(file) })
  const apply = useMutation({
    mutationFn: (skipsFaults: boolean) =>
      api.assets.updateFromTable(file!, { apply: true, skip_faults: skipsFaults }),
    async onSuccess({ changes_count, job }: TableResult) {
      onClose()
      // A job shows its own progress.
      if (!job) notifyDone(text.applied(changes_count))
      await queryClient.invalidateQueries({ queryKey: [id, 'asset'] })
    },
  })
  if (check.data)
    return (
      <TablePreview
        result={check.data}
        isSending={apply.isPending}
        failure={apply.error}
        onApply={apply.mutate}
        onBack={() => {
          check.reset()
          apply.reset()
          setFile(null)
        }}
      />
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (file) check.mutate(file)
      }}
    >
      <Stack>
        <FormFailure failure={check.error} />
        <Text size="sm">{text.about}</Text>
        <Text size="sm" c="dimmed">
          {text.rules}
        </Text>
        <FileInput
          label={text.file}
          placeholder={text.choose}
          accept=".csv,.tsv,.xlsx,.ndjson"
          clearable
          value={file}
          onChange={setFile}
        />
        <DialogFooter onCancel={onClose} submit={text.check} isSending={check.isPending} />
      </Stack>
    </form>
  )
}
