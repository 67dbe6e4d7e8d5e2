import { z } from 'zod'
import type { PageRequest } from '../db/listing.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import type { CompanyId } from '../ids.ts'
import { csvLine } from '../row-files/csv-line.ts'
import type { Services } from '../services.ts'
import {
  askedOf,
  eventFilters,
  presentEvent,
  type ShownEvent,
  securityEvents,
  securityEventsResource,
} from './resource.ts'

const exportedMax = 100_000
const rowsAtOnce = 1_000
const csvType = 'text/csv; charset=utf-8'

export const listSecurityEvents = listEndpoint(securityEventsResource)

export const exportSecurityEvents = endpoint({
  operationId: 'exportSecurityEvents',
  method: 'GET',
  path: '/security-events.csv',
  scope: 'audit:read',
  group: 'Activity',
  summary: 'Export security events as CSV',
  description: `Returns up to ${exportedMax.toLocaleString('en')} security events, newest first. To get older events, set \`until\`.`,
  query: z.object(eventFilters),
  media: { [csvType]: z.string() },
  async handle({ caller, query }, services) {
    const body = linesOf(services, caller.companyId, askedOf(query))
    return { type: csvType, name: 'security-events.csv', body }
  },
})

const columns: Record<string, (event: ShownEvent) => string | null | undefined> = {
  id: ({ id }) => id,
  at: ({ created_at }) => created_at,
  type: ({ type }) => type,
  actor_type: ({ actor }) => actor?.type,
  actor_id: ({ actor }) => actor?.id,
  actor_name: ({ actor }) => actor?.name,
  client_id: ({ client }) => client?.id,
  client_name: ({ client }) => client?.name,
  member_id: ({ member }) => member?.id,
  member_name: ({ member }) => member?.name,
  member_email: ({ member }) => member?.email,
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
  data: ({ data }) => JSON.stringify(data),
}

/** Yields the lines one page at a time, so that neither the database nor memory holds all of them. */
async function* linesOf({ db }: Services, companyId: CompanyId, filters: PageRequest['filters']) {
  yield csvLine(Object.keys(columns))
  const request = { sort: 'created_at', descending: true, limit: rowsAtOnce, filters }
  let from: PageRequest['from']
  for (let sent = 0; sent < exportedMax; sent += rowsAtOnce) {
    const { rows, more } = await securityEvents.page(db, companyId, { ...request, ...(from && { from }) })
    const lines = rows.map((row) => {
      const event = presentEvent(row)
      return csvLine(Object.values(columns).map((cell) => cell(event)))
    })
    yield lines.join('')
    const last = rows.at(-1)
    if (!more || !last) return
    from = { value: undefined, id: last.id, backwards: false }
  }
}
