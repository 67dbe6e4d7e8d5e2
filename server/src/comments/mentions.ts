import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Sets the people whom a comment mentions. Notifies only people who were not mentioned before.
 * @throws {ApiError} `invalid` on `mentions` for people who are not members of the company.
 */
export async function setMentions(
  trx: Trx,
  companyId: CompanyId,
  commentId: Uuid,
  given: readonly Uuid[],
): Promise<void> {
  const ids = [...new Set(given)]
  await sql`
    delete from comment_mentions
    where company_id = ${companyId} and id = ${commentId} and person_id <> all(${ids}::uuid[])`.execute(trx)
  if (ids.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memberships
    where company_id = ${companyId} and person_id = any(${ids}::uuid[])`.execute(trx)
  const strangers = ids.length - rows[0]!.count
  if (strangers > 0)
    throw invalid('mentions', `${strangers} of ${ids.length} people are not members of the company.`)
  await sql`
    insert into comment_mentions (company_id, id, person_id)
    select ${companyId}, ${commentId}, person_id from unnest(${ids}::uuid[]) person_id
    on conflict do nothing`.execute(trx)
}
