import { z } from 'zod'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { Time, time } from '../wire.ts'
import { clientChange, clientParameter } from './client-change.ts'
import { findRequests, type Period, periods } from './requests.ts'

export const getClientRequests = endpoint({
  operationId: 'getClientRequests',
  method: 'GET',
  path: '/clients/:id/requests',
  scope: 'clients:read',
  group: 'Clients',
  summary: 'Get the request counts of a client',
  description:
    'Returns the number of requests per hour or per day, in UTC. The counts lag a few seconds behind.',
  params: clientParameter,
  query: z.object({
    period: z
      .enum(Object.keys(periods) as Period[], 'must be 24h or 30d.')
      .default('24h')
      .describe('Period: `24h` by hour or `30d` by day. The last entry is the current hour or day.'),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        from: Time,
        requests: z.int(),
        refusals: z.int().describe('Number of requests that failed.'),
      }),
    ),
  }),
  async handle({ params, query, ...input }, { db }) {
    const { id } = await clientChange(db, input, params.id)
    const rows = await findRequests(db, input.caller.companyId, id, query.period)
    return { data: rows.map((row) => ({ ...row, from: time(row.from) })) }
  },
})
