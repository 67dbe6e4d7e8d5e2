import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { publicId } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import { findClientUser } from './queries.ts'

export const User = z
  .object({
    id: Id('person').nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: Time.nullable(),
    type: z.literal('client'),
    client_id: Id('client'),
    company: z.object({ id: Id('company'), name: z.string() }),
    scopes: z.array(z.string()),
  })
  .meta({
    id: 'User',
    description: "User who owns the calling client, with the client's company and scopes.",
  })

/** Returns a bare object, without the envelope (contract R-AUTH-9). */
export const getUser = endpoint({
  operationId: 'getUser',
  method: 'GET',
  path: '/user',
  scope: 'profile:read',
  group: 'User',
  summary: 'Get the authenticated user',
  reply: User,
  async handle({ caller }, { db }) {
    const { clientId } = caller
    const row = clientId && (await findClientUser(db, clientId))
    if (!row) throw new ApiError('not_found')
    return {
      id: row.person_id && publicId('person', row.person_id),
      name: row.person_name,
      email: row.email,
      created_at: row.person_created_at?.toISOString() ?? null,
      type: 'client' as const,
      client_id: publicId('client', clientId),
      company: { id: publicId('company', caller.companyId), name: row.company_name },
      scopes: [...caller.scopes],
    }
  },
})
