import { nameKey } from '../db/search-terms.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { given } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { following, newSavedSearch, savedSearchChange } from './body.ts'
import { assertFilters, createSavedSearch, ownSearchesMax, savedSearchesMax } from './create.ts'
import { follow, keepOnlyOwner, unfollow } from './follow.ts'
import { savedSearchesResource } from './resource.ts'

const scope = 'assets:write'

const create = createEndpoint(savedSearchesResource, {
  scope,
  description:
    'Creates a saved search, which is a name for filters of `GET /api/assets`, and returns it. Filters are ' +
    'validated as in that list. A private search is visible only to the person who created it, and to clients of ' +
    `this person. A person can create up to ${ownSearchesMax} saved searches, and a company can have up to ` +
    `${savedSearchesMax.toLocaleString('en')}.`,
  body: newSavedSearch,
  create: ({ trx, caller, body, now }) => createSavedSearch(trx, caller, body, now),
})

const update = changeEndpoint(savedSearchesResource, {
  scope,
  description:
    'Updates the specified fields and returns the saved search. Everyone with `assets:write` can update searches of ' +
    'the company. Only the creator can make a search private; other people then no longer follow it.',
  body: savedSearchChange,
  async change({ trx, caller, companyId, id, body, now }) {
    const { name, filters, sort, visibility } = body
    if (filters) await assertFilters(trx, companyId, filters)
    const { created_by } = await trx
      .selectFrom('saved_searches')
      .select('created_by')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (visibility === 'private' && (created_by === null || created_by !== caller.personId))
      throw invalid('visibility', 'Only the creator of the saved search can make it private.')
    await trx
      .updateTable('saved_searches')
      .set({
        ...given({
          name,
          name_key: name && nameKey(name),
          filters: filters && JSON.stringify(filters),
          sort,
          visibility,
        }),
        updated_at: now,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    if (visibility === 'private') await keepOnlyOwner(trx, companyId, id)
  },
})

const remove = deleteEndpoint(savedSearchesResource, {
  scope,
  description: 'Permanently deletes the saved search. The assets that it finds are not affected.',
  async remove({ trx, companyId, id }) {
    await trx.deleteFrom('saved_searches').where('company_id', '=', companyId).where('id', '=', id).execute()
  },
})

const followOne = actionEndpoint(savedSearchesResource, {
  operationId: 'followSavedSearch',
  action: 'following',
  // Requires only the scope for reading, because following changes nothing for other people.
  scope: 'assets:read',
  summary: 'Follow a saved search, or stop following it',
  description:
    'Follows the saved search, or stops following it, and returns it. Once an hour, the server looks for new assets ' +
    'that match followed searches. A search with new matches emits the event `saved_search.matched`, and its ' +
    'followers get at most one e-mail a day. A client follows for its owner.',
  body: following,
  async act({ trx, caller: { personId }, companyId, id, body, now, events }) {
    if (personId === null)
      throw invalid('is_followed', 'This client cannot follow searches, because it has no owner.')
    const follower = { companyId, searchId: id, personId, now }
    const isChanged = await (body.is_followed ? follow(trx, follower) : unfollow(trx, follower))
    if (!isChanged) return
    await trx
      .updateTable('saved_searches')
      .set({ updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    events.push({
      type: 'saved_search.updated',
      resourceType: 'saved_search',
      resourceId: id,
      data: { fields: ['is_followed'] },
    })
  },
})

export const savedSearchEndpoints = [
  listEndpoint(savedSearchesResource),
  create,
  getEndpoint(savedSearchesResource),
  update,
  remove,
  followOne,
]
