import type { Query } from '../../../../sdk/src/http/query.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'
import { dayStart } from '../../ui/day-start.ts'

export type SecurityEvent = {
  id: string
  type: string
  /** Null if the client itself caused the event. */
  actor: { type: 'person' | 'client' | 'operator' | 'system'; id: string | null; name: string | null } | null
  /** The client that the event is about; without a name if it was deleted. */
  client: { id: string; name: string | null } | null
  member: { id: string; name: string; email: string } | null
  address: string | null
  request_id: string | null
  data: Record<string, unknown>
  created_at: string
}

/** Days are in the user's time zone. */
export type ActivityFilters = {
  type?: string
  client?: string
  person?: string
  /** `YYYY-MM-DD`, both inclusive. */
  since?: string
  until?: string
}

export type ActivitySearch = ActivityFilters & { sort?: 'created_at' | '-created_at' }

/** Polling interval. The change feed contains only some of these events. */
const askEveryMs = 5_000

export const eventsQuery = (company: CurrentCompany, { sort, ...filters }: ActivitySearch) => ({
  ...listQuery<SecurityEvent>(company, 'security_event', '/security-events', { ...asked(filters), sort }),
  // The user is reading older pages, so they are not fetched repeatedly.
  refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) > 1 ? (false as const) : askEveryMs,
})

export const exportEvents = ({ api }: CurrentCompany, filters: ActivityFilters) =>
  api.file('/security-events.csv', { query: asked(filters) })

function asked({ since, until, ...rest }: ActivityFilters): Query {
  return { ...rest, since: since && dayStart(since, 0), until: until && dayStart(until, 1) }
}
