import { webhooksText } from '../../strings/webhooks.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

type Props = { secret: string | undefined; title: string; onClose(): void }

export function WebhookSecret({ secret, title, onClose }: Props) {
  if (secret === undefined) return null
  return (
    <ShownOnce
      title={title}
      description={webhooksText.secretText}
      file={{ name: webhooksText.envFile, text: `ATELIER_WEBHOOK_SECRET=${secret}` }}
      kept={webhooksText.kept}
      onClose={onClose}
    >
      <CopyField label={webhooksText.secret} value={secret} copy={webhooksText.copySecret} />
    </ShownOnce>
  )
}
