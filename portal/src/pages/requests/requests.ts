import { keepPreviousData } from '@tanstack/react-query'
import type { Query } from '../../../../sdk/src/http/query.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'
import { requestsText as text } from '../../strings/requests.ts'
import { dayStart } from '../../ui/day-start.ts'
import type { requestMethods, requestResults } from './search.ts'

export type LoggedRequest = {
  id: string
  request_id: string
  /** The name is null if the client was deleted. */
  client: { id: string; name: string | null }
  method: string
  /** The pattern of the path. Null for an unknown path. */
  route: string | null
  status: number
  duration_ms: number
  error: { code: string; message: string | null } | null
  created_at: string
}

/** Days are in the user's time zone. */
export type RequestFilters = {
  client?: string
  status?: (typeof requestResults)[number]
  method?: (typeof requestMethods)[number]
  route?: string
  /** `YYYY-MM-DD`, both inclusive. */
  since?: string
  until?: string
}

/** Polling interval. The server writes new requests every two seconds. */
const askEveryMs = 3_000

/** The change feed does not contain requests, so the first page is polled. */
export const requestLogQuery = (company: CurrentCompany, filters: RequestFilters, more: Query = {}) => ({
  ...listQuery<LoggedRequest>(company, 'request', '/requests', { ...asked(filters), ...more }),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) > 1 ? (false as const) : askEveryMs,
})

function asked({ since, until, ...rest }: RequestFilters): Query {
  return { ...rest, since: since && dayStart(since, 0), until: until && dayStart(until, 1) }
}

export const reasonOf = ({ error, status }: LoggedRequest): string | undefined => {
  if (status < 400) return undefined
  return (error && (text.reasons[error.code] ?? error.message)) ?? undefined
}
