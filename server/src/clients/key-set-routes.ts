import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { clientChange, clientParameter, showingClient } from './client-change.ts'
import { keySet, setKeys } from './key-set.ts'
import { Client } from './resource.ts'

const path = '/clients/:id/key-set'

export const setClientKeys = endpoint({
  operationId: 'setClientKeys',
  method: 'PUT',
  path,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Set the public keys of a client',
  description:
    'Sets a JWKS (RFC 7517). The client can then authenticate with a JWT signed by one of its private ' +
    'keys (RFC 7523) or with its secret.',
  params: clientParameter,
  body: keySet,
  reply: z.object({ data: Client }),
  async handle({ params, body, ...input }, services) {
    const change = await clientChange(services.db, input, params.id)
    return setKeys(services.db, change, body, showingClient(input, params.id, services))
  },
})

export const removeClientKeys = endpoint({
  operationId: 'deleteClientKeys',
  method: 'DELETE',
  path,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Delete the public keys of a client',
  description: 'The client can then authenticate only with its secret.',
  params: clientParameter,
  async handle({ params, ...input }, { db }) {
    const change = await clientChange(db, input, params.id)
    if (!(await setKeys(db, change, null))) throw new ApiError('not_found')
    return undefined
  },
})
