import { appendSecurityEvents } from '../audit/append.ts'
import type { Origin, SecurityEventType } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { addInvitation, type Inviting } from '../members/invitations.ts'
import { addMember } from '../members/queries.ts'
import { createCompany, createEnterprise, findEnterprise, setEnterpriseStatus } from './queries.ts'

export type Operator = { personId: Uuid; from: Origin }

/**
 * A new company, and the e-mail address of the owner to invite. Without an e-mail address, the operator becomes the
 * owner.
 */
export type NewCompany = { name: string; ownerEmail: string | undefined }

export type Founded = { enterpriseId: Uuid; companyId: CompanyId; invitationId: Uuid | undefined }

export function foundEnterprise(
  services: Inviting,
  by: Operator,
  name: string,
  company: NewCompany,
): Promise<Founded> {
  return inTransaction(services.db, async (trx) => {
    const enterpriseId = await createEnterprise(trx, name)
    const founded = await found(services, trx, by, enterpriseId, company)
    const data = { enterprise: { id: publicId('enterprise', enterpriseId), name } }
    await tell(trx, by, 'enterprise.created', [founded.companyId], data)
    return founded
  })
}

/**
 * Creates another company of an enterprise.
 * @throws {ApiError} `not_found`.
 */
export function foundCompany(
  services: Inviting,
  by: Operator,
  enterpriseId: Uuid,
  company: NewCompany,
): Promise<Founded> {
  return inTransaction(services.db, async (trx) => {
    if (!(await findEnterprise(trx, enterpriseId))) throw new ApiError('not_found')
    return found(services, trx, by, enterpriseId, company)
  })
}

/**
 * Activates or deactivates an enterprise and records it in the logs of its companies.
 * @throws {ApiError} `not_found`.
 */
export function changeStatus(db: Db, by: Operator, id: Uuid, status: 'active' | 'inactive'): Promise<void> {
  return inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('enterprises')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new ApiError('not_found')
    if (before.status === status) return
    await setEnterpriseStatus(trx, id, status)
    const companies = await trx.selectFrom('companies').select('id').where('enterprise_id', '=', id).execute()
    const data = { enterprise: { id: publicId('enterprise', id) }, status, status_before: before.status }
    await tell(
      trx,
      by,
      'enterprise.updated',
      companies.length > 0 ? companies.map(({ id }) => id) : [null],
      data,
    )
  })
}

async function found(
  services: Inviting,
  trx: Trx,
  by: Operator,
  enterpriseId: Uuid,
  { name, ownerEmail: email }: NewCompany,
) {
  const companyId = await createCompany(trx, enterpriseId, name)
  const data = { company: { id: publicId('company', companyId), name } }
  await tell(trx, by, 'company.created', [companyId], data)
  if (email === undefined) {
    await addMember(trx, companyId, by.personId, 'owner')
    return { enterpriseId, companyId, invitationId: undefined }
  }
  await tell(trx, by, 'member.invited', [companyId], { email, role: 'owner' })
  const invitationId = await addInvitation(services, trx, companyId, by.personId, {
    email,
    role: 'owner',
  })
  return { enterpriseId, companyId, invitationId }
}

function tell(
  trx: Trx,
  { personId, from }: Operator,
  type: SecurityEventType,
  companies: (CompanyId | null)[],
  data: Record<string, unknown>,
) {
  const actor = { type: 'person', id: personId }
  const events = companies.map((companyId) => ({
    type,
    companyId,
    personId,
    from,
    data: { actor, ...data },
  }))
  return appendSecurityEvents(trx, events)
}
