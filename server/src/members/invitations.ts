import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { dayMs } from '../durations.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import { type LimitColumns, presentLimits } from '../folder-limits/present-limit.ts'
import { type PlainRange, pastOf } from '../http/endpoints/plain-list.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import {
  assertLimitable,
  assertOwner,
  changePeople,
  invitationEvent,
  type MemberChange,
  tell,
} from './members.ts'

/** The job that sends an invitation (invitation-job.ts). */
export const invitationJob = 'invitation.mail'

const lifetimeDays = 7
const pendingMax = 1_000

/**
 * Invites a person by e-mail address. An earlier invitation of the same address becomes invalid.
 * @param read as for `change`, with the invitation's ID.
 * @throws {ApiError} `owners_only` when a non-owner invites an owner or replaces an owner's invitation;
 *   `invalid` for the address of a member, and for a limit of an owner or admin.
 */
export function invite<A>(
  services: Inviting,
  by: MemberChange,
  invited: Invited,
  read: (trx: Trx, id: Uuid) => Promise<A>,
): Promise<A> {
  const { email, role, read_folder_ids = null, write_folder_ids = null } = invited
  const limits = { read_folder_ids, write_folder_ids }
  const add = async (trx: Trx) => {
    assertLimitable({ role, ...limits })
    await refuseMember(trx, by.companyId, email)
    const replaced = await trx
      .updateTable('invitations')
      .set({ status: 'canceled' })
      .where('company_id', '=', by.companyId)
      .where('email', '=', email)
      .where('status', '=', 'pending')
      .returning('role')
      .execute()
    if ([role, ...replaced.map((one) => one.role)].includes('owner')) await assertOwner(trx, by)
    if ((await countInvitations(trx, by.companyId, true)) >= pendingMax)
      throw invalid('email', `The limit of ${pendingMax} invitations is reached.`)
    await tell(trx, by, 'member.invited', { email, role, ...(handleLimit(limits) && presentLimits(limits)) })
    const id = await addInvitation(services, trx, by.companyId, by.personId, invited)
    return { result: id, events: [invitationEvent('created', by.companyId)] }
  }
  return changePeople(services.db, by, add, read)
}

type Invited = { email: string; role: Role } & Partial<LimitColumns>

export type Inviting = Pick<Services, 'db' | 'queue' | 'mail'>

/**
 * Adds an invitation without checking rights, for code that creates a company. The e-mail is sent after the
 * commit.
 */
export async function addInvitation(
  { queue, mail }: Inviting,
  trx: Trx,
  companyId: CompanyId,
  inviterId: Uuid,
  invited: Invited,
): Promise<Uuid> {
  const id = newId()
  const row = { id, company_id: companyId, inviter_id: inviterId, ...invited }
  const expires_at = new Date(Date.now() + lifetimeDays * dayMs)
  await trx
    .insertInto('invitations')
    .values({ ...row, status: 'pending', expires_at })
    .execute()
  if (mail.canSend) await queue.add(trx, invitationJob, { companyId, invitationId: id })
  return id
}

/** Revokes an invitation. Returns false if there is no open invitation. */
export function cancelInvitation(db: Db, by: MemberChange, id: Uuid, asOwner: boolean): Promise<boolean> {
  return changePeople(db, by, async (trx) => {
    const canceled = await trx
      .updateTable('invitations')
      .set({ status: 'canceled' })
      .where('company_id', '=', by.companyId)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .$if(!asOwner, (query) => query.where('role', '<>', 'owner'))
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!canceled) return { result: false, events: [] }
    await tell(trx, by, 'member.invitation_canceled', canceled)
    return { result: true, events: [invitationEvent('canceled', by.companyId)] }
  })
}

/**
 * Open invitations, newest first. A link allows accepting its invitation, so only owners see invitations of
 * owners.
 */
export function listInvitations(db: Db, companyId: CompanyId, asOwner: boolean, range: PlainRange) {
  const { limit, offset, from, backwards } = range
  const past = pastOf(range, 'down')
  return pendingOf(db, companyId, asOwner)
    .innerJoin('people as p', 'p.id', 'i.inviter_id')
    .select(invitationColumns)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`i.id ${past} ${from?.id}`))
    .orderBy('i.id', backwards ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countInvitations(db: Db, companyId: CompanyId, asOwner: boolean): Promise<number> {
  const { count } = await pendingOf(db, companyId, asOwner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const invitationColumns = [
  'i.id',
  'i.email',
  'i.role',
  'i.read_folder_ids',
  'i.write_folder_ids',
  'i.inviter_id',
  'p.name as inviter_name',
  'i.expires_at',
  'i.created_at',
] as const

export const findInvited = (db: Db, companyId: CompanyId, id: Uuid) =>
  pendingOf(db, companyId, true)
    .innerJoin('people as p', 'p.id', 'i.inviter_id')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select([
      'i.id',
      'i.email',
      'i.role',
      'i.read_folder_ids',
      'i.write_folder_ids',
      'i.inviter_id',
      'p.name as inviter_name',
      'p.language as inviter_language',
      'i.expires_at',
      'i.created_at',
    ])
    .select('c.name as company_name')
    .where('i.id', '=', id)
    .executeTakeFirst()

const pendingOf = (db: Db, companyId: CompanyId, asOwner: boolean) =>
  db
    .selectFrom('invitations as i')
    .where('i.company_id', '=', companyId)
    .where('i.status', '=', 'pending')
    .$if(!asOwner, (query) => query.where('i.role', '<>', 'owner'))

async function refuseMember(trx: Trx, companyId: CompanyId, email: string) {
  const member = await trx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('p.id')
    .where('m.company_id', '=', companyId)
    .where(sql<string>`lower(p.email)`, '=', email)
    .executeTakeFirst()
  if (member) throw invalid('email', 'A member with this e-mail address already exists.')
}

/** `url` is the link for the inviter to pass on, if no e-mail can be sent. */
export function sentOf({ mail, invitationUrl }: Pick<Services, 'mail' | 'invitationUrl'>, id: Uuid) {
  return { mailed: mail.canSend, url: mail.canSend ? null : invitationUrl(id) }
}
