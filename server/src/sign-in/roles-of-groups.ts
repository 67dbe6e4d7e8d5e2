import type { SingleSignOnConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type CompanyId, publicId } from '../ids.ts'
import type { GroupRoles } from '../members/group-memberships.ts'
import type { Warn } from './oidc-discovery.ts'

type Configured = NonNullable<SingleSignOnConfig['groups']>['roles']

/**
 * The roles of a person in these groups. In each company, the first matching entry of the setting decides. Groups
 * without an entry and companies that do not exist give no role.
 */
export async function rolesOfGroups(
  db: Db,
  roles: Configured,
  names: readonly string[],
  warn: Warn,
): Promise<GroupRoles> {
  const groups = new Set(names)
  const wanted = new Map<CompanyId, Configured[number]['role']>()
  for (const { group, companyId, role } of roles)
    if (groups.has(group) && !wanted.has(companyId)) wanted.set(companyId, role)
  if (wanted.size === 0) return wanted
  const existing = await db
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', [...wanted.keys()])
    .execute()
  for (const companyId of wanted.keys()) {
    if (existing.some(({ id }) => id === companyId)) continue
    wanted.delete(companyId)
    const unknown = new Error(`There is no company ${publicId('company', companyId)}.`)
    warn('an entry of OIDC_GROUP_ROLES has no effect', unknown)
  }
  return wanted
}
