import { appendSecurityEvents } from '../audit/append.ts'
import type { NewSecurityEvent, Origin, SecurityEventType } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

export type PersonEvent = Extract<SecurityEventType, `person.${string}`>

/** Logs an event of a person's account in every company that the person belongs to. */
export async function appendPersonEvent(
  db: Db,
  personId: Uuid,
  type: PersonEvent,
  from: Origin | undefined,
  data: Record<string, unknown> = {},
): Promise<void> {
  const memberships = await db
    .selectFrom('memberships')
    .select('company_id')
    .where('person_id', '=', personId)
    .execute()
  const companies = memberships.length > 0 ? memberships.map(({ company_id }) => company_id) : [null]
  await appendSecurityEvents(
    db,
    companies.map((companyId) => ({ type, companyId, personId, from, data })),
  )
}

/**
 * Logs a failed sign-in attempt if the e-mail address belongs to an account. Attempts with other addresses
 * are not logged.
 */
export async function refusedSignIn(
  db: Db,
  email: string,
  reason: 'wrong_password' | 'wrong_code',
  from: Origin,
): Promise<NewSecurityEvent[]> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('memberships', 'memberships.person_id', 'people.id')
    .select(['people.id', 'memberships.company_id'])
    .where('people.email', '=', email.trim().toLowerCase())
    .execute()
  return rows.map(({ id, company_id: companyId }) => ({
    type: 'person.sign_in_refused',
    companyId,
    personId: id,
    from,
    data: { reason },
  }))
}
