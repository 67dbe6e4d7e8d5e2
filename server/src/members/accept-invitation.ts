import { sql } from 'kysely'
import { z } from 'zod'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { ApiError } from '../errors.ts'
import { quotedName } from '../http/schemas/body-fields.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { changePeople, invitationEvent, memberEvent } from './members.ts'
import { addPerson, hashedPerson } from './queries.ts'
import { Password } from './wire.ts'

export type Invitation = {
  id: Uuid
  company_id: CompanyId
  company_name: string
  email: string
  role: Role
  read_folder_ids: Uuid[] | null
  write_folder_ids: Uuid[] | null
  inviter_name: string
  /** Whether an account with this e-mail address exists, so that none has to be created. */
  has_account: boolean
  expires_at: Date
}

/** The fields that an invited person without an account chooses. */
export const Acceptance = z.strictObject({ name: quotedName, password: Password })

/**
 * An invitation that can still be accepted. The holder of its link received it by e-mail or from the inviter.
 */
export function findInvitation(db: Db, id: Uuid): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .innerJoin('people as inviter', 'inviter.id', 'i.inviter_id')
    .leftJoin('people as invited', (join) =>
      join.on(sql<string>`lower(invited.email)`, '=', sql<string>`lower(i.email)`),
    )
    .select([
      'i.id',
      'i.company_id',
      'c.name as company_name',
      'i.email',
      'i.role',
      'i.read_folder_ids',
      'i.write_folder_ids',
      'inviter.name as inviter_name',
      sql<boolean>`invited.id is not null`.as('has_account'),
      'i.expires_at',
    ])
    .where('i.id', '=', id)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Whether this e-mail address has an open invitation. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return invitation !== undefined
}

/**
 * Makes the invited person a member, once. Does not verify their e-mail address, because admins can also see
 * the link, and could create an account under another person's e-mail address.
 * @throws {ApiError} `not_found` if the invitation was already accepted; `not_invited` for another address;
 *   `unauthenticated` if an account exists, whose owner has to sign in first.
 */
export async function acceptInvitation(
  db: Db,
  invitation: Invitation,
  who: { id: Uuid; email: string } | z.output<typeof Acceptance>,
  from: Origin,
): Promise<void> {
  const { id, company_id: companyId, email, role, read_folder_ids, write_folder_ids } = invitation
  if ('id' in who && who.email.toLowerCase() !== email.toLowerCase()) throw new ApiError('not_invited')
  if (!('id' in who) && invitation.has_account) throw new ApiError('unauthenticated')
  const person = 'id' in who ? { id: who.id, hash: undefined } : await hashedPerson({ ...who, email })
  const personId = person.id
  await changePeople(db, { companyId, personId, from }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('invitations')
      .set({ status: 'accepted' })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiError('not_found')
    if (person.hash !== undefined) await addPerson(trx, person)
    await trx
      .insertInto('memberships')
      .values({ company_id: companyId, person_id: personId, role, read_folder_ids, write_folder_ids })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const data = { actor: { type: 'person', id: personId }, role }
    await appendSecurityEvents(trx, [{ type: 'member.joined', companyId, personId, from, data }])
    return {
      result: undefined,
      events: [invitationEvent('accepted', companyId), memberEvent('joined', personId)],
    }
  })
}
