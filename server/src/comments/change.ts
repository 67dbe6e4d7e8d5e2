import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import type { AccessScope, Caller } from '../http/caller.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { given } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { CommentChange } from './body.ts'
import { setMentions } from './mentions.ts'

/** Administrators and owners may delete comments of others. Clients never have this scope. */
const moderatorScope: AccessScope = 'company:write'

type Change<Body> = Changing<Body> & { id: Uuid }

/** @throws {ApiError} `authors_only`; `invalid`. */
export async function changeComment({ trx, caller, companyId, id, body, now }: Change<CommentChange>) {
  const { created_by } = await find(trx, companyId, id)
  assertAuthor(caller, created_by)
  const { text, mentions } = body
  await trx
    .updateTable('comments')
    .set({ ...given({ text }), updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (mentions) await setMentions(trx, companyId, id, mentions)
}

/** Deletes a comment with its replies, each with an event. @throws {ApiError} `authors_only`. */
export async function deleteComment({ trx, caller, companyId, id, events }: Change<unknown>) {
  const { created_by } = await find(trx, companyId, id)
  if (!caller.scopes.includes(moderatorScope)) assertAuthor(caller, created_by)
  const replies = await trx
    .deleteFrom('comments')
    .where('company_id', '=', companyId)
    .where('parent_id', '=', id)
    .returning('id')
    .execute()
  for (const reply of replies) events.push(eventOf('deleted', reply.id))
  await trx.deleteFrom('comments').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/**
 * Resolves a thread, or opens it again. Does nothing, and emits no event, if the thread already has this
 * state.
 * @throws {ApiError} `invalid` for a reply.
 */
export async function setResolved(
  { trx, caller, companyId, id, now, events }: Change<unknown>,
  isResolved: boolean,
) {
  const comment = await find(trx, companyId, id)
  if (comment.parent_id !== null)
    throw invalid('id', 'Only the first comment of a thread can be resolved or opened again.')
  if ((comment.resolved_at !== null) === isResolved) return
  await trx
    .updateTable('comments')
    .set({
      resolved_at: isResolved ? now : null,
      resolved_by: isResolved ? caller.personId : null,
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  events.push(eventOf(isResolved ? 'resolved' : 'reopened', id))
}

const find = (trx: Trx, companyId: CompanyId, id: Uuid) =>
  trx
    .selectFrom('comments')
    .select(['parent_id', 'resolved_at', 'created_by'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A client acts for its owner, who is the author of its comments. */
function assertAuthor({ personId }: Caller, createdBy: Uuid | null) {
  if (createdBy === null || createdBy !== personId) throw new ApiError('authors_only')
}

const eventOf = (verb: string, id: Uuid): NewEvent => ({
  type: `comment.${verb}`,
  resourceType: 'comment',
  resourceId: id,
})
