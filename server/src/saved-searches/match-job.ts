import { sql } from 'kysely'
import { askAssets, assetFilter } from '../assets/body-filter.ts'
import { assets } from '../assets/queries.ts'
import { lookUpAssetFilters } from '../assets/resource.ts'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change, type NewEvent } from '../events/append.ts'
import { type CompanyId, earliestId, publicId, type Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { JobContext } from '../jobs/job.ts'
import { enqueueMails } from './match-mail-job.ts'

const hourSeconds = 3_600
/** Younger assets are left for the next run, because IDs are older than the commit of their row. */
const settleMs = 60_000
/** Maximum number of new matches of one event, so that each query reads a limited number of rows. */
const matchesMax = 1_000
/** Maximum number of assets that an event names. */
const namedMax = 100

/**
 * Once an hour, evaluates all searches that have followers. Each search continues where its last evaluation ended, so
 * the cost depends on the number of new assets and not on the size of the library.
 */
export const matchSavedSearches = companyJob({
  name: 'saved_search.match',
  everySeconds: hourSeconds,
  timeoutSeconds: 1_200,
  steps: (context, companyId) => matchCompany(context, companyId, new Date()),
})

export async function* matchCompany(
  context: Pick<JobContext, 'db' | 'mail' | 'queue'>,
  companyId: CompanyId,
  now: Date,
) {
  const until = earliestId(new Date(now.getTime() - settleMs))
  const unmatched: Uuid[] = []
  for (const search of await followedUntil(context, companyId, until)) {
    for (let from: Uuid | undefined = search.match_from; from !== undefined; ) {
      const ids = await newMatches(context, companyId, { ...search, match_from: from }, until)
      if (ids.length === 0) unmatched.push(search.id)
      from =
        ids.length > 0 ? await note(context, companyId, { searchId: search.id, from, ids, until }) : undefined
      yield
    }
  }
  if (unmatched.length > 0)
    await asCompanyWriting(context.db, companyId, (trx) => advance(trx, companyId, unmatched, until))
}

type Followed = { id: Uuid; filters: Record<string, unknown>; match_from: Uuid }

function followedUntil({ db }: Pick<JobContext, 'db'>, companyId: CompanyId, until: Uuid) {
  return asCompany(db, companyId, async (trx) => {
    const { rows } = await sql<Followed>`
      select id, filters, match_from from saved_searches
      where company_id = ${companyId} and match_from < ${until} order by id`.execute(trx)
    return rows
  })
}

/** A filter with a deleted tag or property matches nothing, because the list reports an error for it. */
async function newMatches(
  { db }: Pick<JobContext, 'db'>,
  companyId: CompanyId,
  { filters, match_from }: Followed,
  until: Uuid,
): Promise<Uuid[]> {
  const { success, data } = assetFilter.safeParse(filters)
  if (!success) return []
  const { created_since, ...asked } = askAssets(data)
  const since = [match_from, created_since as Uuid | undefined]
    .filter((id) => id !== undefined)
    .sort()
    .at(-1)
  try {
    const found = await lookUpAssetFilters(db, companyId, { ...asked, created_since: since })
    const ids = await assets.ids(db, companyId, found, matchesMax)
    return ids.filter((id) => id < until)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid') return []
    throw error
  }
}

type Matched = { searchId: Uuid; from: Uuid; ids: Uuid[]; until: Uuid }

/**
 * Records the end of the evaluation together with its event. A search that changed meanwhile is skipped.
 * @returns the ID from which to continue, if there may be further matches.
 */
function note(
  context: Pick<JobContext, 'db' | 'mail' | 'queue'>,
  companyId: CompanyId,
  { searchId, from, ids, until }: Matched,
) {
  const isFull = ids.length === matchesMax
  const next = isFull ? following(ids.at(-1)!) : until
  return change(context.db, { companyId, actor: { type: 'system' } }, async (trx) => {
    const { rows } = await sql`
      update saved_searches set match_from = ${next}, matched_at = now()
      where company_id = ${companyId} and id = ${searchId} and match_from = ${from}
      returning id`.execute(trx)
    if (rows.length === 0) return { result: undefined, events: [] }
    await enqueueMails(context, trx, companyId, searchId)
    return { result: isFull ? next : undefined, events: [eventOf(searchId, ids)] }
  })
}

const eventOf = (searchId: Uuid, ids: readonly Uuid[]): NewEvent => ({
  type: 'saved_search.matched',
  resourceType: 'saved_search',
  resourceId: searchId,
  data: {
    assets_count: ids.length,
    asset_ids: ids.slice(0, namedMax).map((id) => publicId('asset', id)),
  },
})

function following(id: Uuid): Uuid {
  const number = BigInt(`0x${id.replaceAll('-', '')}`) + 1n
  const digits = number.toString(16).padStart(32, '0')
  // Formats the digits as a UUID.
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid
}

async function advance(trx: Trx, companyId: CompanyId, searchIds: readonly Uuid[], until: Uuid) {
  await sql`
    update saved_searches set match_from = ${until}
    where company_id = ${companyId} and id = any(${[...searchIds]}::uuid[]) and match_from < ${until}`.execute(
    trx,
  )
}
