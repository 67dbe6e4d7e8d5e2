import { z } from 'zod'
import { originOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { showing } from '../http/endpoints/crud-endpoints.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import { parseId } from '../ids.ts'
import type { Services } from '../services.ts'
import type { ClientChange } from './change.ts'
import { type Client, clients, clientsResource } from './resource.ts'

export const clientParameter = z.object({ id: z.string().describe('ID of the client.') })

/**
 * The context of a client change, for the audit log.
 * @throws {ApiError} `not_found` for a missing client, and for a client of another company.
 */
export async function clientChange(
  db: Db,
  { caller, author, address }: Pick<EndpointInput, 'caller' | 'author' | 'address'>,
  publicId: string,
): Promise<ClientChange & { from: object }> {
  const { companyId } = caller
  const id = parseId('client', publicId)
  if (id === undefined || !(await clients.one(db, companyId, id))) throw new ApiError('not_found')
  return { id, companyId, actor: author.actor, from: originOf({ address, author }) }
}

/** @throws {ApiError} `not_found` if the client has been deleted. */
export function showingClient(input: Pick<EndpointInput, 'caller'>, publicId: string, services: Services) {
  const read = showing(clientsResource, input, services)
  return async (trx: Trx) => (await read(trx, publicId)) as { data: z.input<typeof Client> }
}
