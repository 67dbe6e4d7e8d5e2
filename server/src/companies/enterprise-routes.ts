import { z } from 'zod'
import { originOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { operatorScope } from '../http/caller.ts'
import { type Endpoint, type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import { pageOf } from '../http/endpoints/pagination.ts'
import { plainPage } from '../http/endpoints/plain-list.ts'
import { quotedName } from '../http/schemas/body-fields.ts'
import { pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { sentOf } from '../members/invitations.ts'
import { Email, Sent } from '../members/wire.ts'
import type { Services } from '../services.ts'
import { Id, Time } from '../wire.ts'
import { changeStatus, type Founded, foundCompany, foundEnterprise, type Operator } from './create.ts'
import {
  countEnterprises,
  type EnterpriseRow,
  enterprisesPage,
  findEnterpriseRow,
} from './enterprise-queries.ts'

const Enterprise = z
  .object({
    id: Id('enterprise'),
    name: z.string(),
    status: z
      .enum(['active', 'inactive'])
      .describe(
        'Status of the enterprise. All people and clients of an inactive enterprise are denied access.',
      ),
    companies: z.array(z.object({ id: Id('company'), name: z.string() })),
    clients_count: z.int(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Enterprise' })

const definition = { scope: operatorScope, group: 'Installation' } as const
const invited = {
  invitation: z
    .object(Sent)
    .nullable()
    .describe('Invitation of the owner. Null if no `owner_email` was sent and the operator is the owner.'),
}
const params = z.object({ id: z.string().describe('ID of the enterprise.') })

const listEnterprises = endpoint({
  operationId: 'listEnterprises',
  ...definition,
  method: 'GET',
  path: '/enterprises',
  summary: 'List enterprises',
  query: withPageRules(z.object(pageParameters)),
  reply: pageOf(Enterprise),
  handle: (input, services) =>
    plainPage(input, services, {
      binding: ['/enterprises'],
      read: (range) => enterprisesPage(services.db, range),
      total: () => countEnterprises(services.db),
      present: presentEnterprise,
    }),
})

const createEnterprise = endpoint({
  operationId: 'createEnterprise',
  ...definition,
  method: 'POST',
  path: '/enterprises',
  summary: 'Create an enterprise and its first company',
  description:
    'Invites the owner by e-mail at `owner_email`. Without `owner_email`, the current user is the owner.',
  body: z.strictObject({ name: quotedName, company: quotedName, owner_email: Email.optional() }),
  status: 201,
  reply: z.object({ data: Enterprise.extend(invited) }),
  handle({ body, ...input }, services) {
    const company = { name: body.company, ownerEmail: body.owner_email }
    return inTransaction(services.db, async (trx) => {
      const founded = await foundEnterprise({ ...services, db: trx }, operatorOf(input), body.name, company)
      return { data: { ...(await shown(trx, founded.enterpriseId)), ...sent(services, founded) } }
    })
  },
})

const changeEnterprise = endpoint({
  operationId: 'updateEnterprise',
  ...definition,
  method: 'PATCH',
  path: '/enterprises/:id',
  summary: 'Activate or deactivate an enterprise',
  params,
  body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
  reply: z.object({ data: Enterprise }),
  handle({ params, body, ...input }, services) {
    const id = idOf(params.id)
    return inTransaction(services.db, async (trx) => {
      await changeStatus(trx, operatorOf(input), id, body.status)
      return { data: await shown(trx, id) }
    })
  },
})

const createCompany = endpoint({
  operationId: 'createEnterpriseCompany',
  ...definition,
  method: 'POST',
  path: '/enterprises/:id/companies',
  summary: 'Create a company of an enterprise',
  description:
    'Invites the owner by e-mail at `owner_email`. Without `owner_email`, the current user is the owner.',
  params,
  body: z.strictObject({ name: quotedName, owner_email: Email.optional() }),
  status: 201,
  reply: z.object({ data: z.object({ id: Id('company'), name: z.string(), ...invited }) }),
  async handle({ params, body, ...input }, services) {
    const company = { name: body.name, ownerEmail: body.owner_email }
    const founded = await foundCompany(services, operatorOf(input), idOf(params.id), company)
    const id = publicId('company', founded.companyId)
    return { data: { id, name: body.name, ...sent(services, founded) } }
  },
})

/** The caller may belong to no company, so none of these endpoints uses `caller.companyId`. */
export const enterpriseEndpoints: readonly Endpoint[] = [
  listEnterprises,
  createEnterprise,
  changeEnterprise,
  createCompany,
]

const operatorOf = (input: Pick<EndpointInput, 'caller' | 'author' | 'address'>): Operator => ({
  personId: input.caller.personId!,
  from: originOf(input),
})

function idOf(publicId: string): Uuid {
  const id = parseId('enterprise', publicId)
  if (id === undefined) throw new ApiError('not_found')
  return id
}

const sent = (services: Services, { invitationId }: Founded) => ({
  invitation: invitationId === undefined ? null : sentOf(services, invitationId),
})

async function shown(db: Db, id: Uuid) {
  const row = await findEnterpriseRow(db, id)
  if (!row) throw new ApiError('not_found')
  return presentEnterprise(row)
}

function presentEnterprise(row: EnterpriseRow): z.input<typeof Enterprise> {
  return {
    id: publicId('enterprise', row.id),
    name: row.name,
    status: row.status,
    companies: row.companies.map(({ id, name }) => ({ id: publicId('company', id), name })),
    clients_count: row.clients_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
