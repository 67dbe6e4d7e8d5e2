import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { type AccessScope, type Caller, permit } from '../http/caller.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { assertReviews, usesReviews } from './settings.ts'
import type { ReviewedNoun, ReviewState } from './states.ts'

/** Maximum number of reviews of a resource. Older ones are deleted. */
export const reviewsKeptMax = 100

/** Only these states decide a review. Other callers can submit a resource or withdraw it. */
const decisions: readonly ReviewState[] = ['approved', 'rejected']

/** Clients decide with the scope of reviews. In the portal, administrators and owners decide. */
const decisionScope = ({ clientId }: Caller): AccessScope =>
  clientId === null ? 'company:write' : 'assets:write'

type Writing = { trx: Trx; companyId: CompanyId; now: Date }
type Reviewing = Writing & { caller: Caller }

/**
 * Sets the review state of resources that exist.
 * @returns the events for each resource whose state changed.
 * @throws {ApiError} `missing_scope` for a decision that the caller cannot take; `invalid` on `review` if the company does
 *   not use reviews.
 */
export async function setReview(
  context: Reviewing,
  noun: ReviewedNoun,
  ids: readonly Uuid[],
  review: ReviewState,
  note: string | null = null,
): Promise<NewEvent[]> {
  await assertMayReview(context, review, 'review')
  const changed = await writeStates(context, noun, ids, { from: undefined, to: review })
  return noted({ ...context, personId: context.caller.personId }, noun, review, changed, note)
}

/**
 * After a new file, an approved or rejected resource is in review again: the decision was about the previous
 * file. Also applies while the company does not use reviews, so that an old approval never covers a newer
 * file.
 * @returns the events, if the company uses reviews.
 */
export async function reviewAgain(context: Adding, noun: ReviewedNoun, id: Uuid): Promise<NewEvent[]> {
  const changed = await writeStates(context, noun, [id], { from: decisions, to: 'in_review' })
  if (changed.length === 0 || !(await usesReviews(context.trx, context.companyId))) return []
  return noted(context, noun, 'in_review', changed)
}

/** @throws {ApiError} `missing_scope`; `invalid` on `field` if the company does not use reviews. */
export async function assertMayReview(
  { trx, companyId, caller }: Pick<Reviewing, 'trx' | 'companyId' | 'caller'>,
  state: ReviewState,
  field: string,
): Promise<void> {
  if (decisions.includes(state)) permit(caller, decisionScope(caller))
  await assertReviews(trx, companyId, field)
}

type Changed = { id: Uuid; version: number; before: ReviewState }
type Step = { from: readonly ReviewState[] | undefined; to: ReviewState }

/** @returns the resources whose state changed. */
export async function writeStates(
  { trx, companyId, now }: Writing,
  noun: ReviewedNoun,
  ids: readonly Uuid[],
  { from, to }: Step,
): Promise<Changed[]> {
  const table = sql.table(`${noun}s`)
  const { rows } = await sql<Changed>`
    update ${table} r set review = ${to}, updated_at = greatest(${now}, r.updated_at + interval '1 millisecond')
    from (select id, review from ${table} where company_id = ${companyId} and id = any(${[...ids]}::uuid[])) b
    where r.company_id = ${companyId} and r.id = b.id and b.review <> ${to}
      and ${from === undefined ? sql`true` : sql`b.review = any(${[...from]}::text[])`}
    returning r.id, r.version, b.review as before`.execute(trx)
  return rows
}

export const changedEvent = (noun: ReviewedNoun, review: ReviewState, { id, before }: Changed): NewEvent => ({
  type: `${noun}.review_changed`,
  resourceType: noun,
  resourceId: id,
  data: { review, review_before: before },
})

type Adding = Writing & { personId: Uuid | null }

async function noted(
  context: Adding,
  noun: ReviewedNoun,
  state: ReviewState,
  changed: readonly Changed[],
  note: string | null = null,
) {
  const ids = await addReviews(context, noun, state, changed, note)
  return changed.flatMap((one, index): NewEvent[] => [
    changedEvent(noun, state, one),
    { type: 'review.created', resourceType: 'review', resourceId: ids[index]! },
  ])
}

/** Adds a review of each resource, and deletes the oldest reviews beyond the limit. @returns the IDs of the reviews. */
export async function addReviews(
  { trx, companyId, personId, now }: Adding,
  noun: ReviewedNoun,
  state: ReviewState,
  resources: readonly Changed[],
  note: string | null = null,
): Promise<Uuid[]> {
  const target = sql.ref(`${noun}_id`)
  const rows = resources.map((one) => ({ reviewId: newId(now), ...one }))
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into reviews (company_id, id, ${target}, version, state, state_before, note, created_by)
    select ${companyId}, n.id, n.target, n.version, ${state}, n.before, ${note}, ${personId}
    from unnest(
      ${rows.map(({ reviewId }) => reviewId)}::uuid[], ${ids}::uuid[], ${rows.map(({ version }) => version)}::integer[],
      ${rows.map(({ before }) => before)}::text[]
    ) n(id, target, version, before)`.execute(trx)
  await sql`
    delete from reviews r using unnest(${ids}::uuid[]) n(target)
    where r.company_id = ${companyId} and r.id in (
      select o.id from reviews o where o.company_id = ${companyId} and o.${target} = n.target
      order by o.id desc offset ${sql.lit(reviewsKeptMax)}
    )`.execute(trx)
  return rows.map(({ reviewId }) => reviewId)
}
