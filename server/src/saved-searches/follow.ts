import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, earliestId, type Uuid } from '../ids.ts'

/** Maximum number of people who follow one search, because each list reads all of them. */
export const followersMax = 200

type Follower = { companyId: CompanyId; searchId: Uuid; personId: Uuid; now: Date }

/**
 * Assets from now on are new to the first follower.
 * @returns whether the person did not follow the search before.
 * @throws {ApiError} `invalid` if the search has too many followers.
 */
export async function follow(trx: Trx, { companyId, searchId, personId, now }: Follower): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_search_followers
    where company_id = ${companyId} and saved_search_id = ${searchId} and person_id <> ${personId}`.execute(
    trx,
  )
  if (rows[0]!.count >= followersMax)
    throw invalid('is_followed', `The limit of ${followersMax} followers of a saved search is reached.`)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('saved_search_followers')
    .values({ company_id: companyId, saved_search_id: searchId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  await sql`
    update saved_searches set match_from = coalesce(match_from, ${earliestId(now)})
    where company_id = ${companyId} and id = ${searchId}`.execute(trx)
  return numInsertedOrUpdatedRows === 1n
}

/** @returns whether the person followed the search. */
export async function unfollow(
  trx: Trx,
  { companyId, searchId, personId }: Omit<Follower, 'now'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('saved_search_followers')
    .where('company_id', '=', companyId)
    .where('saved_search_id', '=', searchId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  await stopUnfollowed(trx, companyId, searchId)
  return numDeletedRows === 1n
}

/** When a search becomes private, ends following for everyone who can no longer see it. */
export async function keepOnlyOwner(trx: Trx, companyId: CompanyId, searchId: Uuid) {
  await sql`
    delete from saved_search_followers f using saved_searches s
    where f.company_id = ${companyId} and f.saved_search_id = ${searchId}
      and s.company_id = f.company_id and s.id = f.saved_search_id and f.person_id <> s.created_by`.execute(
    trx,
  )
  await stopUnfollowed(trx, companyId, searchId)
}

/** A search without followers is not evaluated. */
async function stopUnfollowed(trx: Trx, companyId: CompanyId, searchId: Uuid) {
  await sql`
    update saved_searches s set match_from = null
    where s.company_id = ${companyId} and s.id = ${searchId} and not exists (
      select from saved_search_followers f where f.company_id = ${companyId} and f.saved_search_id = s.id
    )`.execute(trx)
}
