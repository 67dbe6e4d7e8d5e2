import { sql } from 'kysely'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { inTransaction, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { keepApp } from './apps.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { connect, connectionsMax } from './connections.ts'
import { addCode } from './grants.ts'
import { grantable } from './scopes.ts'

type Allowed = Omit<AuthorizationRequest, 'state'> & {
  companyId: CompanyId
  personId: Uuid
  from: Origin
}

/**
 * Connects an app with the rights that the person chose and has.
 * @returns the authorization code.
 * @throws {ApiError} `company_not_found` if the person is not a member; `app_refused` if the app was purged;
 * `invalid` without a scope, or at the limit of connections.
 */
export function allow(db: Db, { app, companyId, personId, from, ...asked }: Allowed): Promise<string> {
  return inTransaction(db, async (trx) => {
    const role = await lockedRole(trx, companyId, personId)
    if (!role) throw new ApiError('company_not_found')
    const scopes = grantable(asked.scopes, role)
    if (scopes.length === 0) throw invalid('scopes', 'The scopes field must contain a scope of your role.')
    if (!(await keepApp(trx, app.id))) throw new ApiError('app_refused')
    const clientId = await connect(trx, { app, companyId, personId, scopes, from })
    if (!clientId)
      throw invalid(
        'company_id',
        `You have connected ${connectionsMax} apps. Disconnect one in your account.`,
      )
    const { redirectUri, codeChallenge } = asked
    return addCode(trx, { clientId, scopes, redirectUri, codeChallenge })
  })
}

/**
 * The role in an active company. Locks the membership, so that a concurrent change of the role sees the connection, and
 * concurrent requests of the person count each other's connections.
 */
async function lockedRole(trx: Trx, companyId: CompanyId, personId: Uuid): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select m.role from memberships m
    join companies c on c.id = m.company_id
    join enterprises e on e.id = c.enterprise_id and e.status = 'active'
    where m.company_id = ${companyId} and m.person_id = ${personId}
    for no key update of m`.execute(trx)
  return rows[0]?.role
}
