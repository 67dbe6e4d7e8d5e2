import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { tenant } from '../db/tenancy.ts'

export const reviewStates = ['draft', 'in_review', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

export type ReviewedNoun = 'asset' | 'template'

/** A subselect, so that the settings are read once per statement and not once per row. */
const setting = (column: 'has_reviews' | 'shares_approved_only') =>
  sql<boolean>`(select c.${sql.ref(column)} from companies c where c.id = ${tenant})`

/**
 * The review state on the wire: null while the company does not use reviews.
 * @param row the alias of the assets or templates in the statement.
 */
export const reviewOf = (row: string): RawBuilder<ReviewState | null> =>
  sql<ReviewState | null>`(case when ${setting('has_reviews')} then ${sql.ref(`${row}.review`)} end)`

/**
 * Whether shares may show an asset: all, unless the company limits its shares to approved assets.
 * @param asset the alias of the assets in the statement.
 */
export const isShareable = (asset: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${asset}.review`)} = 'approved'
    or not (${setting('has_reviews')} and ${setting('shares_approved_only')}))`

export const shownReview = z
  .enum(reviewStates)
  .nullable()
  .describe('Review state. Null if the company does not use reviews.')

export const givenReview = z
  .enum(reviewStates, `must be one of ${reviewStates.join(', ')}.`)
  .describe(
    'Review state. Available only if the company uses reviews. `approved` and `rejected` require the scope `assets:write` or, in the portal, the role of an administrator.',
  )
