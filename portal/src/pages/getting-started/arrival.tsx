import { Alert, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { startText as text } from '../../strings/getting-started.ts'
import { formatCount } from '../../ui/amounts.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type LoggedRequest, reasonOf, requestLogQuery } from '../requests/requests.ts'

/** Number of requests that are read, because 304 responses and redirects alone prove nothing. */
const readAtOnce = 10

/** The result appears as soon as the request is in the request log. */
export function Arrival({ clientId }: { clientId: string }) {
  const requests = useInfiniteQuery(
    requestLogQuery(useCompany(), { client: clientId }, { per_page: readAtOnce }),
  )
  return (
    <Loaded query={requests} height={80}>
      {(rows) => {
        const last = rows.find(({ status }) => status < 300 || status >= 400)
        return (
          <div aria-live="polite">
            {!last ? <Waiting /> : last.status < 300 ? <Called request={last} /> : <Refused request={last} />}
          </div>
        )
      }}
    </Loaded>
  )
}

function Called({ request }: { request: LoggedRequest }) {
  const company = useCompany()
  return (
    <Alert color="green" icon={<IconCircleCheck />} title={text.called}>
      <Summary request={request} />{' '}
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

function Refused({ request }: { request: LoggedRequest }) {
  const company = useCompany()
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={text.refused}>
      {reasonOf(request) ?? text.unknownReason} <Summary request={request} />{' '}
      <LinkAnchor
        to="/c/$company/requests"
        params={{ company: company.id }}
        search={{ client: request.client.id }}
        fz="inherit"
        c="inherit"
        underline="always"
      >
        {text.log}
      </LinkAnchor>
    </Alert>
  )
}

function Summary({
  request: { method, route, status, duration_ms, created_at },
}: {
  request: LoggedRequest
}) {
  return (
    <>
      {text.lastCall(`${method} ${route ?? text.unknownPath}`, status, formatCount(duration_ms))},{' '}
      <RelativeTime at={created_at} />.
    </>
  )
}

function Waiting() {
  return (
    <Alert color="gray" icon={<Loader size={18} />} title={text.waiting}>
      {text.waitingText}
    </Alert>
  )
}
