import { Button, Group, Stack } from '@mantine/core'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { webhooksText } from '../../strings/webhooks.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { bodyOf, useWebhookForm } from './webhook-form.ts'
import { useWebhookChanges } from './webhooks.ts'

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const { change } = useWebhookChanges(useCompany())
  const form = useWebhookForm(webhook)
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => change(webhook.id, bodyOf(values)),
    () => notifyDone(webhooksText.saved),
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <WebhookFields form={form} />
        <Group>
          <Button type="submit" loading={isSending}>
            {webhooksText.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
