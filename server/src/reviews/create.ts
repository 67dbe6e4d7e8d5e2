import { sql } from 'kysely'
import { permit } from '../http/caller.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { Uuid } from '../ids.ts'
import type { NewReview } from './body.ts'
import { addReviews, assertMayReview, changedEvent, writeStates } from './change.ts'

/**
 * Sets the review state of an asset or a template with a note.
 * @throws {ApiError} `missing_scope` without the right to change the resource or to decide; `invalid` for a resource that
 *   does not exist or is in the trash, and for a version that is not the current one.
 */
export async function createReview(context: Changing<NewReview>): Promise<Uuid> {
  const { trx, caller, companyId, body, events } = context
  const { state, note, version } = body
  const noun = body.asset_id === undefined ? 'template' : 'asset'
  permit(caller, `${noun}s:write`)
  await assertMayReview(context, state, 'state')
  const id = body[`${noun}_id`]!
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(`${noun}s`)}
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(trx)
  if (!rows[0]) throw invalid(`${noun}_id`, `The selected ${noun} id is invalid.`)
  const current = rows[0].version
  if (version !== undefined && version !== current)
    throw invalid('version', `The current version of the ${noun} is ${current}. Review this version.`)
  const [changed] = await writeStates(context, noun, [id], { from: undefined, to: state })
  const review = changed ?? { id, version: current, before: state }
  if (changed) events.push(changedEvent(noun, state, changed))
  const [reviewId] = await addReviews({ ...context, personId: caller.personId }, noun, state, [review], note)
  return reviewId!
}
