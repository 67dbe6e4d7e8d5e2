import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { reviewsText as text } from '../../strings/reviews.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { type Reviewed, useReject } from './review-queries.ts'

/** Maximum length of a note, as in the API. */
const noteLengthMax = 1_000

type Props = { opened: boolean; onClose(): void; about: Reviewed }

/** Asks for the reason before an asset or a template is rejected. */
export function RejectDialog({ opened, onClose, about }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.rejectTitle}>
      <RejectForm about={about} onClose={onClose} />
    </Dialog>
  )
}

function RejectForm({ about, onClose }: Omit<Props, 'opened'>) {
  const reject = useReject(about)
  const form = useForm({ initialValues: { note: '' } })
  const send = useSend(form, ({ note }) => reject.mutateAsync(note.trim() || null), onClose)
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
