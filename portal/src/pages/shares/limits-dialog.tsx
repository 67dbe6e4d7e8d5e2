import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Share } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { useShareChanges } from './shares.ts'
import { LimitFields, limitsOf, type Uploads, uploadRules, uploadsOf } from './upload-fields.tsx'

type Props = { opened: boolean; onClose(): void; share: Share; uploads: Uploads }

export function LimitsDialog({ opened, onClose, ...form }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.uploadLimits}>
      <LimitsForm {...form} onClose={onClose} />
    </Dialog>
  )
}

function LimitsForm({ share, uploads, onClose }: Omit<Props, 'opened'>) {
  const { setUploads } = useShareChanges(useCompany())
  const form = useForm({ initialValues: limitsOf(uploads), validate: uploadRules })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (limits) => setUploads(share.id, uploadsOf(uploads.folder_id, limits)),
    () => {
      notifyDone(text.limitsSaved)
      onClose()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <LimitFields form={form} />
        <DialogFooter onCancel={onClose} submit={text.saveLimits} isSending={isSending} />
      </Stack>
    </form>
  )
}
