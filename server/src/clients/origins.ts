import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Handle } from '../db/handle.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { FindOrigin } from '../http/responses/cors.ts'

/** How long an answer is cached. A newly listed origin works within this time. */
const answerMsMax = 2_000
/** Maximum number of cached origins, listed or not, because pages can send any origin. */
const originsMax = 1_000

/**
 * Finds out whether any client lists an origin. Callers are not authenticated, so concurrent lookups share
 * one query, and the cache is bounded.
 */
export function originFinder(db: Handle, now = () => performance.now()): FindOrigin {
  const find = batched(async (listings: readonly string[]) => {
    const rows = await listedOf(db, { listings: [...listings] })
    const listed = new Set(rows.map(({ listing }) => listing))
    return listings.map((listing) => listed.has(listing))
  }, 1)
  const answers = new Map<string, { isListed: Promise<boolean>; until: number }>()

  function isListed(listing: string): Promise<boolean> {
    const known = answers.get(listing)
    if (known && now() < known.until) return known.isListed
    answers.delete(listing)
    const [oldest] = answers.keys()
    if (answers.size >= originsMax && oldest !== undefined) answers.delete(oldest)
    const answer = { isListed: find(listing), until: now() + answerMsMax }
    answers.set(listing, answer)
    answer.isListed.catch(() => answers.delete(listing))
    return answer.isListed
  }

  return async (listings) => (await Promise.all(listings.map(isListed))).includes(true)
}

const listedOf = statement<{ listing: string }>(
  () => sql`
    select asked.listing from unnest(${placeholder('listings')}::text[]) asked(listing)
    where exists (
      select from clients c
      where c.allowed_origins && array[asked.listing] and c.allowed_origins <> '{}'
    )`,
)
