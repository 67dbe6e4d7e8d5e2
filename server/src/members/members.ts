import { type RawBuilder, sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import { type Origin, originOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { MembershipSource, Role } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type Actor, change, type NewEvent } from '../events/append.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import { type LimitColumns, presentLimits } from '../folder-limits/present-limit.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import { type PlainRange, pastOf } from '../http/endpoints/plain-list.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { disconnect, limitConnections, reduceConnections } from './app-connections.ts'
import { scopesOfRole } from './roles.ts'

export type Member = {
  id: Uuid
  name: string
  email: string
  role: Role
  source: MembershipSource
  two_factor_enabled: boolean
  joined_at: Date
  /** Precise to the day. Only recorded while the person has a session. */
  last_seen_at: Date | null
} & LimitColumns

/** A company's members, in the order of joining. */
export async function listMembers(db: Db, companyId: CompanyId, range: PlainRange) {
  const { limit, offset, from, backwards } = range
  const past = pastOf(range, 'up')
  const way = sql.raw(backwards ? 'desc' : 'asc')
  const wanted = from
    ? sql`(m.created_at, m.person_id) ${past} (${from.value}::timestamptz, ${from.id}::uuid)`
    : sql`true`
  const { rows } = await sql<Member & { sort_value: Date }>`
    select ${memberColumns}, m.created_at as sort_value from memberships m join people p on p.id = m.person_id
    where m.company_id = ${companyId} and ${wanted}
    order by m.created_at ${way}, m.person_id ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const memberColumns: RawBuilder<unknown> = sql`
  p.id, p.name, p.email, m.role, m.source, m.read_folder_ids, m.write_folder_ids, p.two_factor_enabled, m.created_at as joined_at,
  (select max(s.updated_at) from sessions s where s.person_id = p.id) as last_seen_at`

export async function findMember(db: Db, companyId: CompanyId, id: Uuid): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${memberColumns} from memberships m join people p on p.id = m.person_id
    where m.company_id = ${companyId} and m.person_id = ${id}`.execute(db)
  return rows[0]
}

export async function countMembers(db: Db, companyId: CompanyId): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return count
}

export type MemberChange = {
  companyId: CompanyId
  /** The actor. With a `reason`, the person whose membership the server changes. */
  personId: Uuid
  from: Origin | undefined
  /** Why the server itself makes the change. */
  reason?: 'groups'
}

const actorOf = ({ personId, reason }: MemberChange): Actor =>
  reason ? { type: 'system' } : { type: 'person', id: personId }

export const memberChange = (input: Pick<EndpointInput, 'caller' | 'author' | 'address'>): MemberChange => ({
  companyId: input.caller.companyId,
  personId: input.caller.personId!,
  from: originOf(input),
})

/**
 * Changes the company's people and adds the events in one commit. `tell` writes the audit entry.
 * @param read as for `change`.
 */
export function changePeople<T, A = T>(
  db: Db,
  by: MemberChange,
  work: (trx: Trx) => Promise<{ result: T; events: NewEvent[] }>,
  read?: (trx: Trx, result: T) => Promise<A>,
): Promise<A> {
  const { companyId, from } = by
  const requestId = from?.requestId
  const author = { companyId, actor: actorOf(by), ...(requestId !== undefined && { requestId }) }
  return change(db, author, work, read)
}

/**
 * Every member can read events, which are stored and exported. They contain no name, e-mail address or
 * information about invitations.
 */
export const memberEvent = (
  what: 'joined' | 'role_changed' | 'limit_changed' | 'removed',
  id: Uuid,
): NewEvent => ({
  type: `member.${what}`,
  resourceType: 'member',
  resourceId: id,
})

export const invitationEvent = (
  what: 'created' | 'accepted' | 'canceled',
  companyId: CompanyId,
): NewEvent => ({ type: `invitation.${what}`, resourceType: 'invitation', resourceId: companyId })

type Changes = { role?: Role | undefined } & Partial<LimitColumns>

/**
 * Changes the role and the folder limits of a member.
 * @returns the member after the change.
 * @throws {ApiError} `not_found`; `owners_only` when a non-owner makes or changes an owner; `needs_owner` for
 *   the last owner; `invalid` for a limit of an owner or admin.
 */
export function changeMember(db: Db, by: MemberChange, id: Uuid, changes: Changes): Promise<Member> {
  const { role: asked, ...limits } = changes
  return changePeople(db, by, async (trx) => {
    const member = await changeable(trx, by, id, asked)
    const role = asked ?? member.role
    const changed = { ...member, ...limits, role }
    assertLimitable(changed)
    // An admin has no limit, so the limit is removed before the role is set, and set after it.
    const isRemoval = !handleLimit(changed)
    const setLimits = () => setLimit(trx, by, member, changed)
    const removed = isRemoval ? await setLimits() : []
    const events = await setRole(trx, by, member, role)
    return { result: changed, events: [...removed, ...events, ...(isRemoval ? [] : await setLimits())] }
  })
}

/**
 * Owners and admins can change every limit, so a limit would not hold.
 * @throws {ApiError} `invalid`.
 */
export function assertLimitable({ role, ...limits }: { role: Role } & LimitColumns): void {
  const isAbove = role === 'owner' || role === 'admin'
  if (!isAbove || !handleLimit(limits)) return
  const field = limits.read_folder_ids ? 'read_limit' : 'write_limit'
  throw invalid(
    field,
    'Owners and admins cannot be limited to folders, because they can change every limit. Remove the limit, or choose another role.',
  )
}

/** Also sets the limits of the member's connected apps, which act for the member. @returns the events. */
async function setLimit(
  trx: Trx,
  by: MemberChange,
  before: Member,
  after: LimitColumns,
): Promise<NewEvent[]> {
  const { id } = before
  const { read_folder_ids, write_folder_ids } = after
  const limits = presentLimits(after)
  const limitsBefore = presentLimits(before)
  if (JSON.stringify(limits) === JSON.stringify(limitsBefore)) return []
  await trx
    .updateTable('memberships')
    .set({ read_folder_ids, write_folder_ids })
    .where('company_id', '=', by.companyId)
    .where('person_id', '=', id)
    .execute()
  await limitConnections(trx, by.companyId, id, after)
  const { read_limit: read_limit_before, write_limit: write_limit_before } = limitsBefore
  const data = { member: named(before), ...limits, read_limit_before, write_limit_before }
  await tell(trx, by, 'member.limit_changed', data)
  return [memberEvent('limit_changed', id)]
}

/** Sets the role of a member in the transaction of a change. @returns the events. */
export async function setRole(trx: Trx, by: MemberChange, member: Member, role: Role): Promise<NewEvent[]> {
  if (member.role === role) return []
  const { id } = member
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('company_id', '=', by.companyId)
    .where('person_id', '=', id)
    .execute()
  await reduceConnections(trx, by.companyId, id, role)
  const canceled = lessens(member.role, role) ? await takeBackInvitationsOf(trx, by.companyId, id) : []
  await tell(trx, by, 'member.role_changed', { member: named(member), role, role_before: member.role })
  return [memberEvent('role_changed', id), ...canceled]
}

/**
 * Removes a member from the company. Later requests of the member are rejected.
 * @throws as `changeMember`.
 */
export function removeMember(db: Db, by: MemberChange, id: Uuid): Promise<void> {
  return changePeople(db, by, async (trx) => {
    const member = await changeable(trx, by, id)
    return { result: undefined, events: await endMembership(trx, by, member) }
  })
}

/** Removes a member in the transaction of a change. @returns the events. */
export async function endMembership(trx: Trx, by: MemberChange, member: Member): Promise<NewEvent[]> {
  const { id } = member
  // Locked first, as in connecting an app, so that the two cannot deadlock.
  await lockMember(trx, by.companyId, id)
  const ending = { actor: actorOf(by), from: by.from, reason: 'member_removed' }
  await disconnect(trx, { personId: id, companyId: by.companyId }, ending)
  await trx
    .deleteFrom('memberships')
    .where('company_id', '=', by.companyId)
    .where('person_id', '=', id)
    .execute()
  const canceled = await takeBackInvitationsOf(trx, by.companyId, id)
  await tell(trx, by, 'member.removed', { member: named(member), role: member.role })
  return [memberEvent('removed', id), ...canceled]
}

const lockMember = (trx: Trx, companyId: CompanyId, id: Uuid) =>
  sql`select from memberships where company_id = ${companyId} and person_id = ${id} for update`.execute(trx)

/** Revokes invitations that the removed member sent, because the member could return through such a link. */
async function takeBackInvitationsOf(trx: Trx, companyId: CompanyId, inviterId: Uuid): Promise<NewEvent[]> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ status: 'canceled' })
    .where('company_id', '=', companyId)
    .where('inviter_id', '=', inviterId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n ? [invitationEvent('canceled', companyId)] : []
}

/** Whether the new role lacks a right of the previous one. */
const lessens = (before: Role, after: Role) =>
  before === 'owner' || scopesOfRole[before].some((scope) => !scopesOfRole[after].includes(scope))

/** The company is locked: if two owners leave at the same time, the second is the last owner and is rejected. */
async function changeable(trx: Trx, by: MemberChange, id: Uuid, role?: Role): Promise<Member> {
  const member = await findMember(trx, by.companyId, id)
  if (!member) throw new ApiError('not_found')
  if (member.role === 'owner' || role === 'owner') await assertOwner(trx, by)
  if (member.role === 'owner' && role !== 'owner') await assertOtherOwner(trx, by.companyId, id)
  return member
}

export async function assertOwner(db: Db, by: Pick<MemberChange, 'companyId' | 'personId'>): Promise<void> {
  if ((await roleOf(db, by)) !== 'owner') throw new ApiError('owners_only')
}

export async function roleOf(db: Db, { companyId, personId }: Pick<MemberChange, 'companyId' | 'personId'>) {
  const membership = await db
    .selectFrom('memberships')
    .select('role')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return membership?.role
}

async function assertOtherOwner(trx: Trx, companyId: CompanyId, id: Uuid) {
  const other = await trx
    .selectFrom('memberships')
    .select('person_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .where('person_id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new ApiError('needs_owner')
}

const named = ({ id, name, email }: Member) => ({ id, name, email })

type MemberEvent =
  | 'member.invited'
  | 'member.invitation_canceled'
  | 'member.joined'
  | 'member.role_changed'
  | 'member.limit_changed'
  | 'member.removed'

export function tell(trx: Trx, by: MemberChange, type: MemberEvent, data: Record<string, unknown>) {
  const { companyId, personId, from, reason } = by
  const told = { actor: actorOf(by), ...data, ...(reason && { reason }) }
  return appendSecurityEvents(trx, [{ type, companyId, personId, from, data: told }])
}
