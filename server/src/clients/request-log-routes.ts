import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { commonSorts, equals, filtersOfConstants } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { errorTable } from '../errors.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { text } from '../http/schemas/body-fields.ts'
import { idOf } from '../http/schemas/query-parameters.ts'
import { instant } from '../http/schemas/times.ts'
import { earliestId, publicId } from '../ids.ts'
import { Id, Time, time } from '../wire.ts'
import { assertionReason } from './assertion-reasons.ts'
import { requestIdPrefix } from './request-log.ts'

const routeLengthMax = 200

const LoggedRequest = z
  .object({
    id: Id('loggedRequest'),
    request_id: z.string().describe('The `X-Request-Id` of the response.'),
    client: z
      .object({ id: Id('client'), name: z.string().nullable() })
      .describe('Client that sent the request. The name is null if the client was deleted.'),
    method: z.string(),
    route: z
      .string()
      .nullable()
      .describe('Pattern of the path, such as `/api/assets/:id`. Null for an unknown path.'),
    status: z.int().describe('HTTP status of the response. 499: the client disconnected first.'),
    duration_ms: z.int().describe('Milliseconds from the request to the end of the response.'),
    error: z
      .object({ code: z.string(), message: z.string().nullable() })
      .nullable()
      .describe('Why the request failed. Null for a request that succeeded or whose client disconnected.'),
    created_at: Time,
  })
  .meta({ id: 'LoggedRequest' })

type LoggedRow = Awaited<ReturnType<ReturnType<typeof loggedRows>['executeTakeFirstOrThrow']>>

function loggedRows(db: Db) {
  return db
    .selectFrom('request_log as r')
    .leftJoin('clients as c', 'c.id', 'r.client_id')
    .select([
      'r.id',
      'r.client_id',
      'c.name as client_name',
      'r.request_id',
      'r.method',
      'r.route',
      'r.status',
      'r.duration_ms',
      'r.error',
      sql<Date>`uuid_time(r.id)`.as('created_at'),
    ])
}

const loggedRequests = finder({
  table: 'request_log',
  rows: loggedRows,
  sorts: { created_at: commonSorts.created_at },
  filters: {
    ...filtersOfConstants,
    client: equals('client_id'),
    route: equals('route'),
    method: equals('method'),
    failed: { condition: () => sql`r.status >= 400` },
    status_from: { condition: (status) => sql`r.status >= ${status}` },
    status_below: { condition: (status) => sql`r.status < ${status}` },
    since: { condition: (id) => sql`r.id >= ${id}` },
    until: { condition: (id) => sql`r.id < ${id}` },
  },
})

const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'failed'] as const

export const listRequests = listEndpoint(
  resource({
    kind: 'loggedRequest',
    path: '/requests',
    scope: 'clients:read',
    group: 'Clients',
    nouns: ['request', 'requests of clients'],
    item: LoggedRequest,
    sorts: ['-created_at'],
    filters: {
      client: idOf('client').optional().describe('ID of the client that sent the requests.'),
      status: z
        .enum(statusClasses)
        .optional()
        .describe('Class of the status. `failed` means 4xx and 5xx together.'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).optional(),
      route: text(routeLengthMax).optional().describe('Pattern of the path, such as `/api/assets/:id`.'),
      since: instant.optional().describe('Earliest time of the requests, inclusive.'),
      until: instant.optional().describe('Latest time of the requests, exclusive.'),
    },
    find: loggedRequests,
    ask: ({ client, status, method, route, since, until }) => ({
      client,
      method,
      route,
      ...rangeOf(status),
      since: since && earliestId(since),
      until: until && earliestId(until),
    }),
    present: presentRequest,
  }),
)

function rangeOf(status: (typeof statusClasses)[number] | undefined) {
  if (status === undefined) return {}
  if (status === 'failed') return { failed: true }
  const from = Number(status[0]) * 100
  // The index for failed requests contains only these.
  return { ...(from >= 400 && { failed: true }), status_from: from, status_below: from + 100 }
}

const messages: Record<string, { message: string }> = errorTable

function presentRequest(row: JsonRow<LoggedRow>): z.input<typeof LoggedRequest> {
  const { error } = row
  return {
    id: publicId('loggedRequest', row.id),
    request_id: requestIdPrefix + row.request_id,
    client: { id: publicId('client', row.client_id), name: row.client_name },
    method: row.method,
    route: row.route,
    status: row.status,
    duration_ms: row.duration_ms,
    error:
      error === null
        ? null
        : { code: error, message: messages[error]?.message ?? assertionReason(error) ?? null },
    created_at: time(row.created_at),
  }
}
