import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { inTransaction } from '../db/tenancy.ts'
import type { LimitColumns } from '../folder-limits/present-limit.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Language } from '../languages.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { disconnect } from './app-connections.ts'
import { deleteVerifications } from './delete-verifications.ts'
import { appendPersonEvent } from './person-events.ts'

export type NewPerson = { name: string; email: string; password: string }

export async function createPerson(db: Db, given: NewPerson): Promise<Uuid> {
  const person = await hashedPerson(given)
  await addPerson(db, person)
  return person.id
}

type HashedPerson = { id: Uuid; name: string; email: string; hash: string }

/** Hashes the password of a new person. Takes 0.1 s of CPU, so it is done outside any lock. */
export async function hashedPerson({ name, email, password }: NewPerson): Promise<HashedPerson> {
  return { id: newId(), name, email: email.toLowerCase(), hash: await hashPassword(password) }
}

export function addPerson(db: Db, { id, name, email, hash }: HashedPerson): Promise<void> {
  return inTransaction(db, async (trx) => {
    await trx.insertInto('people').values({ id, name, email }).execute()
    await trx
      .insertInto('sign_in_methods')
      .values({ id: newId(), person_id: id, provider_id: 'credential', account_id: id, password: hash })
      .execute()
  })
}

export type Person = {
  id: Uuid
  name: string
  email: string
  language: Language | null
  is_operator: boolean
  two_factor_enabled: boolean
  created_at: Date
}

const people = (db: Db) =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'language', 'is_operator', 'two_factor_enabled', 'created_at'])

export const listPeople = (db: Db): Promise<Person[]> => people(db).orderBy('email').execute()

export const findPersonBy = (db: Db, email: string): Promise<Person | undefined> =>
  people(db).where('email', '=', email.trim().toLowerCase()).executeTakeFirst()

export const findPerson = (db: Db, id: Uuid): Promise<Person | undefined> =>
  people(db).where('id', '=', id).executeTakeFirst()

/**
 * Ends all sessions of a person for an operator, and deletes pending verifications. Returns the number of
 * sessions.
 */
export function endSessions(db: Db, personId: Uuid): Promise<number> {
  return inTransaction(db, async (trx) => {
    await sql`delete from passkeys where person_id = ${personId}`.execute(trx)
    await deleteVerifications(trx, personId)
    // A person who used a session without permission could have connected an app.
    await disconnect(trx, { personId }, { actor: { type: 'operator' }, reason: 'sessions_ended' })
    const ended = await sql`delete from sessions where person_id = ${personId}`.execute(trx)
    const sessions = Number(ended.numAffectedRows)
    const data = { actor: { type: 'operator' }, sessions }
    await appendPersonEvent(trx, personId, 'person.sessions_ended', undefined, data)
    return sessions
  })
}

export async function makeOperator(db: Db, personId: Uuid, isOperator: boolean): Promise<void> {
  await db.updateTable('people').set({ is_operator: isOperator }).where('id', '=', personId).execute()
}

export async function addMember(db: Db, companyId: CompanyId, personId: Uuid, role: Role): Promise<void> {
  await db.insertInto('memberships').values({ company_id: companyId, person_id: personId, role }).execute()
}

export type Membership = {
  company_id: CompanyId
  company_name: string
  enterprise_id: Uuid
  enterprise_name: string
  enterprise_status: 'active' | 'inactive'
  role: Role
} & LimitColumns

/** The companies that a person belongs to, by name. */
export function membershipsOf(db: Db, personId: Uuid): Promise<Membership[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select([
      'm.company_id',
      'c.name as company_name',
      'e.id as enterprise_id',
      'e.name as enterprise_name',
      'e.status as enterprise_status',
      'm.role',
      'm.read_folder_ids',
      'm.write_folder_ids',
    ])
    .where('m.person_id', '=', personId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

/** Whether the installation has any account. Until then, the first person can set up the installation. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined
}
