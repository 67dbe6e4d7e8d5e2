import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useWebhookChanges } from './webhooks.ts'

export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const company = useCompany()
  const navigate = useNavigate()
  const { remove } = useWebhookChanges(company)
  const [isAsking, setIsAsking] = useState(false)

  async function removeAndLeave() {
    await remove(webhook.id, () => navigate({ to: '/c/$company/webhooks', params: { company: company.id } }))
    notifyDone(text.deleted)
  }

  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsAsking(true)}>
        {text.delete}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.deleteTitle}
        confirmLabel={text.delete}
        isDangerous
        onConfirm={removeAndLeave}
      >
        {text.deleteText}
      </Confirm>
    </>
  )
}
