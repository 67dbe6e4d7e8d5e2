import { clientsText } from '../../strings/clients.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import type { Secret } from './clients.ts'

type Props = { secret: Secret | undefined; title: string; onClose(): void }

export function ClientSecret({ secret, title, onClose }: Props) {
  if (!secret) return null
  return (
    <ShownOnce
      title={title}
      description={clientsText.createdText}
      file={{ name: clientsText.envFile, text: environmentOf(secret) }}
      kept={clientsText.kept}
      onClose={onClose}
    >
      <CopyField label={clientsText.id} value={secret.client_id} copy={clientsText.copyId} />
      <CopyField label={clientsText.secret} value={secret.client_secret} copy={clientsText.copySecret} />
    </ShownOnce>
  )
}

const environmentOf = ({ client_id, client_secret }: Secret) =>
  [
    `ATELIER_URL=${window.location.origin}`,
    `ATELIER_CLIENT_ID=${client_id}`,
    `ATELIER_CLIENT_SECRET=${client_secret}`,
  ].join('\n')
