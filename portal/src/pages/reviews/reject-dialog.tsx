import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { reviewsText as text } from '../../strings/reviews.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'

/** Maximum length of a note, as in the API. */
const noteLengthMax = 1_000

type Props = {
  opened: boolean
  /** Number of selected assets. Omitted for the one that is shown. */
  count?: number
  onClose(): void
  /** If it returns a promise, the dialog shows its error. */
  onReject(note: string | null): unknown
}

/** Asks for the reason before assets or a template are rejected. */
export function RejectDialog({ opened, count, onClose, onReject }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={count === undefined ? text.rejectTitle : text.rejectCount(count)}
    >
      <RejectForm onReject={onReject} onClose={onClose} />
    </Dialog>
  )
}

function RejectForm({ onReject, onClose }: Pick<Props, 'onReject' | 'onClose'>) {
  const form = useForm({ initialValues: { note: '' } })
  const send = useSend(form, async ({ note }) => onReject(note.trim() || null), onClose)
  return (
    <form onSubmit={send.onSubmit} noValidate>
      <Stack>
        <FormFailure failure={send.failure} />
        <Textarea
          label={text.reason}
          description={text.reasonHint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={noteLengthMax}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <DialogFooter onCancel={onClose} submit={text.steps.rejected} isSending={send.isSending} />
      </Stack>
    </form>
  )
}
