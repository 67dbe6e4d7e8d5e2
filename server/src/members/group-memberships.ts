import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import {
  changePeople,
  endMembership,
  findMember,
  type MemberChange,
  memberEvent,
  setRole,
  tell,
} from './members.ts'

/** Never owner. */
export type GroupRoles = ReadonlyMap<CompanyId, Exclude<Role, 'owner'>>

/**
 * Makes the memberships that come from groups equal to `wanted`: creates them, changes their roles and ends
 * them. Manual memberships and owners keep their role, whatever their groups are. Each company has its own
 * commit. Ended memberships are committed first.
 */
export async function applyGroupRoles(
  db: Db,
  personId: Uuid,
  wanted: GroupRoles,
  from: Origin | undefined,
): Promise<void> {
  const held = await db
    .selectFrom('memberships')
    .select(['company_id', 'role', 'source'])
    .where('person_id', '=', personId)
    .execute()
  const isSettled = ({ company_id, role, source }: (typeof held)[number]) =>
    source === 'manual' || role === 'owner' || role === wanted.get(company_id)
  const companies = new Set([...held.map(({ company_id }) => company_id), ...wanted.keys()])
  for (const { company_id } of held.filter(isSettled)) companies.delete(company_id)
  const endedFirst = [...companies].sort((a, b) => Number(wanted.has(a)) - Number(wanted.has(b)))
  for (const companyId of endedFirst) {
    const by: MemberChange = { companyId, personId, from, reason: 'groups' }
    await changePeople(db, by, async (trx) => ({
      result: undefined,
      events: await applyRole(trx, by, wanted.get(companyId)),
    }))
  }
}

/** Reads the membership again, because it can have changed before the company was locked. */
async function applyRole(
  trx: Trx,
  by: MemberChange,
  role: Exclude<Role, 'owner'> | undefined,
): Promise<NewEvent[]> {
  const { companyId, personId } = by
  const member = await findMember(trx, companyId, personId)
  if (member?.source === 'manual' || member?.role === 'owner') return []
  if (member && !role) return endMembership(trx, by, member)
  // Groups do not change limits, and an admin cannot have one.
  if (member && role) return role === 'admin' && handleLimit(member) ? [] : setRole(trx, by, member, role)
  if (!role) return []
  await trx
    .insertInto('memberships')
    .values({ company_id: companyId, person_id: personId, role, source: 'groups' })
    .execute()
  await tell(trx, by, 'member.joined', { actor: { type: 'person', id: personId }, role })
  return [memberEvent('joined', personId)]
}
