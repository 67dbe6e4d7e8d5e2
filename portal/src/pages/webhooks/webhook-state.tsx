import type { Webhook } from '../../../../sdk/src/index.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { Status } from '../../ui/status.tsx'

export function WebhookState({ webhook: { enabled, failing_since, paused_until } }: { webhook: Webhook }) {
  if (!enabled) return <Status color="gray">{text.off}</Status>
  if (paused_until) return <Status color="red">{text.paused}</Status>
  if (failing_since) return <Status color="red">{text.failing}</Status>
  return <Status color="green">{text.on}</Status>
}
