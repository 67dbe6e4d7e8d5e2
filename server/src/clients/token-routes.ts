import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { pageOf } from '../http/endpoints/pagination.ts'
import { plainPage } from '../http/endpoints/plain-list.ts'
import { pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { Time } from '../wire.ts'
import { clientChange, clientParameter } from './client-change.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { countTokens, listTokens, revokeOne } from './tokens.ts'

const Token = z.object({
  id: z.string().describe('ID of the token in the audit log.'),
  scopes: z.array(z.string()).describe('Scopes of the token when it was issued.'),
  issued_at: Time,
  expires_at: Time,
})

const path = '/clients/:id/tokens'

export const listClientTokens = endpoint({
  operationId: 'listClientTokens',
  method: 'GET',
  path,
  scope: 'clients:read',
  group: 'Clients',
  summary: 'List the active tokens of a client',
  description: 'Returns tokens that are neither expired nor revoked, newest first.',
  params: clientParameter,
  query: withPageRules(z.object(pageParameters)),
  reply: pageOf(Token),
  async handle(input, services) {
    const { db } = services
    const { id } = await clientChange(db, input, input.params.id)
    const url = input.url.replace(':id', input.params.id)
    return plainPage({ ...input, url }, services, {
      binding: [path, id],
      read: (range) => listTokens(db, id, range),
      total: () => countTokens(db, id),
      present: ({ issued_at, expires_at, id, scopes }) => ({
        id,
        scopes,
        issued_at: issued_at.toISOString(),
        expires_at: expires_at.toISOString(),
      }),
    })
  },
})

export const revokeClientTokens = endpoint({
  operationId: 'revokeClientTokens',
  method: 'DELETE',
  path,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Revoke all tokens of a client',
  params: clientParameter,
  async handle({ params, ...input }, { db }) {
    await revokeTokens(db, await clientChange(db, input, params.id))
    return undefined
  },
})

export const revokeClientToken = endpoint({
  operationId: 'revokeClientToken',
  method: 'DELETE',
  path: `${path}/:token_id`,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Revoke a token of a client',
  params: clientParameter.extend({ token_id: z.string().describe('ID of the token.') }),
  async handle({ params, ...input }, { db }) {
    const change = await clientChange(db, input, params.id)
    if (!(await revokeOne(db, change, params.token_id))) throw new ApiError('not_found')
    return undefined
  },
})
