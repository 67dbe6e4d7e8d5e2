import { Stack } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { webhooksText } from '../../strings/webhooks.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { bodyOf, useWebhookForm } from './webhook-form.ts'
import { useWebhookChanges } from './webhooks.ts'

type Props = { opened: boolean; onClose(): void; onMade(secret: string): void }

export function NewWebhook(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={webhooksText.newWebhook} size="lg">
      <NewWebhookForm {...props} />
    </Dialog>
  )
}

function NewWebhookForm({ onClose, onMade }: Props) {
  const form = useWebhookForm()
  const { create } = useWebhookChanges(useCompany())
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => create(bodyOf(values)),
    ({ secret }) => {
      onClose()
      onMade(secret)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <WebhookFields form={form} autoFocus />
        <DialogFooter onCancel={onClose} submit={webhooksText.newWebhook} isSending={isSending} />
      </Stack>
    </form>
  )
}
