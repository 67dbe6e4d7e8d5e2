import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { uiText } from '../../strings/ui.ts'
import { webhooksText } from '../../strings/webhooks.ts'
import { RotateSecret } from '../../ui/rotate-secret.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { useWebhookChanges } from './webhooks.ts'

const day = 86_400
const overlaps = [day, 7 * day, 3_600, 0]

export function RotateWebhookSecret({ webhook }: { webhook: Webhook }) {
  const { rotate } = useWebhookChanges(useCompany())
  const [isRotating, setIsRotating] = useState(false)
  const [made, setMade] = useState<string>()
  return (
    <>
      <Button variant="default" onClick={() => setIsRotating(true)}>
        {uiText.rotate}
      </Button>
      <RotateSecret
        opened={isRotating}
        onClose={() => setIsRotating(false)}
        overlaps={overlaps}
        onRotate={async (seconds) => setMade((await rotate(webhook.id, seconds)).secret)}
      />
      <WebhookSecret secret={made} title={webhooksText.rotatedTitle} onClose={() => setMade(undefined)} />
    </>
  )
}
