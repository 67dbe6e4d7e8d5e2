import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, type Trx, tenant } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId } from '../ids.ts'

export async function usesReviews(trx: Trx, companyId: CompanyId): Promise<boolean> {
  const company = await trx
    .selectFrom('companies')
    .select('has_reviews')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company?.has_reviews ?? false
}

/** @throws {ApiError} `invalid` on the field that sets a review state. */
export async function assertReviews(trx: Trx, companyId: CompanyId, field: string): Promise<void> {
  if (!(await usesReviews(trx, companyId))) throw notUsed(field)
}

const notUsed = (field: string) =>
  invalid(field, 'The company does not use reviews. Turn them on in the settings of the company.')

const setting = statement<{ rows: { has_reviews: boolean }[] }>(() =>
  asCompanyRead(
    placeholder('company'),
    sql<{ has_reviews: boolean }>`select c.has_reviews from companies c where c.id = ${tenant}`,
  ),
)

/**
 * Rejects a filter by review state while the company does not use reviews, because responses then show no states.
 * @param field the parameter or field that contains the filter.
 * @throws {ApiError} `invalid`.
 */
export async function lookUpReview<Filters extends object>(
  db: Db,
  companyId: CompanyId,
  filters: Filters,
  field = 'review',
): Promise<Filters> {
  const { review, review_any }: { review?: unknown; review_any?: unknown } = filters
  if (review === undefined && review_any === undefined) return filters
  const [answer] = await setting(db, { company: companyId })
  if (!answer!.rows[0]?.has_reviews) throw notUsed(field)
  return filters
}
