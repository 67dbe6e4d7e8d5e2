import { Alert, Loader } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { clientQuery } from '../clients/clients.ts'

/** Short enough to feel immediate, long enough for a page that stays open. */
const askEveryMs = 2_000

/** Polls until the client has sent a request. */
export function Arrival({ clientId }: { clientId: string }) {
  const client = useQuery({
    ...clientQuery(useCompany(), clientId),
    refetchInterval: ({ state }) => (state.data?.last_used_at ? false : askEveryMs),
  })
  return (
    <Loaded query={client} height={80}>
      {({ last_used_at }) => (
        <div aria-live="polite">{last_used_at ? <Called at={last_used_at} /> : <Waiting />}</div>
      )}
    </Loaded>
  )
}

function Called({ at }: { at: string }) {
  const company = useCompany()
  return (
    <Alert color="green" icon={<IconCircleCheck />} title={text.called}>
      {text.calledText} <RelativeTime at={at} />.{' '}
      <LinkAnchor
        to="/c/$company/reference"
        params={{ company: company.id }}
        fz="inherit"
        c="inherit"
        underline="always"
      >
        {text.reference}
      </LinkAnchor>
    </Alert>
  )
}

function Waiting() {
  return (
    <Alert color="gray" icon={<Loader size={18} />} title={text.waiting}>
      {text.waitingText}
    </Alert>
  )
}
