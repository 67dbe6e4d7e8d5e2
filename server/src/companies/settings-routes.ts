import { z } from 'zod'
import { appendSecurityEvents } from '../audit/append.ts'
import { originOf, personOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx, touch } from '../db/tenancy.ts'
import { withCompanyLock } from '../events/commit.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import { after, assertUnchanged, revision, revisionOf } from '../http/endpoints/revision.ts'
import { quotedName } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { addMember } from '../members/queries.ts'
import type { Services } from '../services.ts'
import { Id, Time } from '../wire.ts'
import { createCompany as addCompany } from './queries.ts'

/** Maximum number of companies per enterprise. Operators can create more. */
const companiesMax = 200

const Company = z
  .object({
    id: Id('company'),
    name: z.string(),
    enterprise: z.object({
      id: Id('enterprise'),
      name: z.string(),
      status: z.enum(['active', 'inactive']),
    }),
    remove_location: z
      .boolean()
      .describe('Whether files leave without GPS coordinates and names of places in their metadata.'),
    reviews: z.boolean().describe('Whether assets and templates have a review state.'),
    share_approved_only: z
      .boolean()
      .describe('Whether shares show only approved assets. Applies only with `reviews`.'),
    trash_days: z.int().describe('Retention period of the trash, in days.'),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Company' })

/** The on/off settings, with their columns. */
const settings = [
  { field: 'remove_location', column: 'removes_location' },
  { field: 'reviews', column: 'has_reviews' },
  { field: 'share_approved_only', column: 'shares_approved_only' },
] as const

const definition = { group: 'Company', reply: z.object({ data: Company }) } as const

export const getCompany = endpoint({
  operationId: 'getCompany',
  ...definition,
  method: 'GET',
  path: '/company',
  scope: 'company:read',
  summary: 'Get the company',
  handle: ({ caller }, services) => show(services, caller.companyId),
})

export const changeCompany = endpoint({
  operationId: 'updateCompany',
  ...definition,
  method: 'PATCH',
  path: '/company',
  scope: 'company:write',
  summary: 'Update the company',
  body: z.strictObject({
    name: quotedName.optional(),
    remove_location: z
      .boolean()
      .optional()
      .describe(
        'Whether GPS coordinates and names of places are removed from the metadata of files that leave by links, shares ' +
          'and zips. Stored files keep them. Caches can have earlier responses until their links expire.',
      ),
    reviews: z
      .boolean()
      .optional()
      .describe('Whether assets and templates have a review state. The states are kept while this is off.'),
    share_approved_only: z
      .boolean()
      .optional()
      .describe('Whether shares show only approved assets. Applies only with `reviews`.'),
  }),
  conditional: true,
  async handle({ caller, body, ifMatch, ...input }, services) {
    const { companyId } = caller
    const { name, ...switches } = body
    const save = async (trx: Trx) => {
      const before = await read(trx, companyId)
      assertUnchanged(ifMatch, before)
      const renamed = name !== undefined && name !== before.name && { name, name_before: before.name }
      const switched = settings.filter(
        ({ field, column }) => switches[field] !== undefined && switches[field] !== before[column],
      )
      if (!renamed && switched.length === 0) return
      await trx
        .updateTable('companies')
        .set({
          ...(renamed && { name }),
          ...Object.fromEntries(switched.map(({ field, column }) => [column, switches[field]])),
          updated_at: after(before.updated_at),
        })
        .where('id', '=', companyId)
        .execute()
      touch(trx, companyId)
      const data = {
        ...renamed,
        ...Object.fromEntries(switched.map(({ field }) => [field, switches[field]])),
      }
      await appendSecurityEvents(trx, [{ type: 'company.updated', companyId, ...told(input, data) }])
    }
    return withCompanyLock(services.db, companyId, save, (trx) => show({ ...services, db: trx }, companyId))
  },
})

export const createCompany = endpoint({
  operationId: 'createCompany',
  ...definition,
  method: 'POST',
  path: '/companies',
  scope: 'company:write',
  summary: 'Create a company in the same enterprise',
  description: 'The current user is the owner of the new company.',
  body: z.strictObject({ name: quotedName }),
  status: 201,
  handle: ({ caller, body, ...input }, services) =>
    inTransaction(services.db, async (trx) => {
      const { enterprise_id } = await read(trx, caller.companyId)
      await assertRoom(trx, enterprise_id)
      const id = await addCompany(trx, enterprise_id, body.name)
      await addMember(trx, id, caller.personId!, 'owner')
      const data = { company: { id: publicId('company', id), name: body.name } }
      // Logged for the caller's company, because a request does not write to another company's log.
      const { companyId } = caller
      await appendSecurityEvents(trx, [{ type: 'company.created', companyId, ...told(input, data) }])
      return show({ ...services, db: trx }, id)
    }),
})

async function assertRoom(db: Db, enterpriseId: Uuid) {
  const { count } = await db
    .selectFrom('companies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirstOrThrow()
  if (count >= companiesMax) throw invalid('name', `The limit of ${companiesMax} companies is reached.`)
}

function told(input: Pick<EndpointInput, 'author' | 'address'>, data: Record<string, unknown>) {
  const { actor } = input.author
  return { personId: personOf(actor), from: originOf(input), data: { actor, ...data } }
}

function read(db: Db, id: CompanyId) {
  return db
    .selectFrom('companies as c')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select([
      'c.id',
      'c.name',
      'c.removes_location',
      'c.has_reviews',
      'c.shares_approved_only',
      'c.enterprise_id',
      'e.name as enterprise_name',
      'e.status',
    ])
    .select(['c.created_at', 'c.updated_at'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}

async function show(
  { db, trashDays }: Services,
  id: CompanyId,
): Promise<{ data: z.input<typeof Company>; [revision]: string }> {
  const row = await read(db, id)
  return {
    data: {
      id: publicId('company', row.id),
      name: row.name,
      enterprise: {
        id: publicId('enterprise', row.enterprise_id),
        name: row.enterprise_name,
        status: row.status,
      },
      remove_location: row.removes_location,
      reviews: row.has_reviews,
      share_approved_only: row.shares_approved_only,
      trash_days: trashDays,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    },
    [revision]: revisionOf(row),
  }
}
