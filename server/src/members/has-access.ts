import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/** Whether a person is a member of a company, invited to one, or an operator of the installation. */
export async function hasAccess(db: Db, personId: Uuid): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select p.is_operator
      or exists (select from memberships m where m.person_id = p.id)
      or exists (
        select from invitations i
        where lower(i.email) = lower(p.email) and i.status = 'pending' and i.expires_at > now()
      ) as has
    from people p where p.id = ${personId}`.execute(db)
  return rows[0]?.has === true
}
