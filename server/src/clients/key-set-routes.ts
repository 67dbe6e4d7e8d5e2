import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { keySet, setKeys } from './key-set.ts'
import { clientChange, clientParameter, showingClient } from './one.ts'
import { Client } from './resource.ts'

const path = '/clients/:id/key-set'

export const setClientKeys = endpoint({
  method: 'PUT',
  path,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Set the public keys of a client.',
  description: 'A JWKS (RFC 7517). Its private keys prove who the client is, beside its secret (RFC 7523).',
  params: clientParameter,
  body: keySet,
  reply: z.object({ data: Client }),
  async handle({ params, body, ...input }, services) {
    const change = await clientChange(services.db, input, params.id)
    return setKeys(services.db, change, body, showingClient(input, params.id, services))
  },
})

export const removeClientKeys = endpoint({
  method: 'DELETE',
  path,
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Remove the public keys of a client.',
  description: 'From then on its secret alone proves who it is.',
  params: clientParameter,
  async handle({ params, ...input }, { db }) {
    const change = await clientChange(db, input, params.id)
    if (!(await setKeys(db, change, null))) throw new ApiError('not_found')
    return undefined
  },
})
