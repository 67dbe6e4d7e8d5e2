import { sql } from 'kysely'
import { askAssets, assetFilter } from '../assets/body-filter.ts'
import { lookUpAssetFilters } from '../assets/resource.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { NewSavedSearch } from './body.ts'

/** Maximum number of searches of a company, because each followed search is evaluated every hour. */
export const savedSearchesMax = 1_000
/** Maximum number of searches of a person, so that one person cannot use all of the company's. */
export const ownSearchesMax = 200

/** @throws {ApiError} `invalid` for a filter value that does not exist, and for too many searches. */
export async function createSavedSearch(
  trx: Trx,
  { companyId, personId }: Pick<Caller, 'companyId' | 'personId'>,
  { name, filters, sort, visibility }: NewSavedSearch,
  now: Date,
): Promise<Uuid> {
  if (personId === null && visibility === 'private')
    throw invalid('visibility', 'The visibility must be company, because this client has no owner.')
  await assertFilters(trx, companyId, filters)
  await assertRoom(trx, companyId, personId)
  const id = newId(now)
  await trx
    .insertInto('saved_searches')
    .values({
      company_id: companyId,
      id,
      name,
      name_key: nameKey(name),
      filters: JSON.stringify(filters),
      sort,
      visibility,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  return id
}

/** @throws {ApiError} `invalid` for a tag or a custom property that does not exist. */
export async function assertFilters(trx: Trx, companyId: CompanyId, filters: Record<string, unknown>) {
  await lookUpAssetFilters(trx, companyId, askAssets(assetFilter.parse(filters)), 'filters.')
}

async function assertRoom(trx: Trx, companyId: CompanyId, personId: Uuid | null) {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as all, (count(*) filter (where created_by = ${personId}))::int as own
    from saved_searches where company_id = ${companyId}`.execute(trx)
  const { all, own } = rows[0]!
  const limit = (max: number, whose: string) =>
    invalid(
      'name',
      `The limit of ${max.toLocaleString('en')} saved searches ${whose} is reached. Delete old ones.`,
    )
  if (own >= ownSearchesMax) throw limit(ownSearchesMax, 'of a person')
  if (all >= savedSearchesMax) throw limit(savedSearchesMax, 'of the company')
}
