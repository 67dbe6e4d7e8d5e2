import { z } from 'zod'
import { nameKey } from '../db/search-terms.ts'
import { ApiError } from '../errors.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  type Changing,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint, nestedListEndpoint } from '../http/endpoints/list-endpoint.ts'
import { given } from '../http/schemas/body-fields.ts'
import { assertNameIsFree } from '../http/schemas/unique-name.ts'
import { parseId, type Uuid } from '../ids.ts'
import { deleteSharesOf } from '../shares/delete.ts'
import {
  addedItems,
  collectionChange,
  idsMax,
  itemsMax,
  movedItems,
  newCollection,
  removedItems,
} from './body.ts'
import { assertCover, collectionsMax, createCollection } from './create.ts'
import { addItems, moveItems, removeItems, reviseItems } from './items.ts'
import { collections } from './queries.ts'
import { collectionsResource, itemsResource } from './resource.ts'

const scope = 'assets:write'
const counted = itemsMax.toLocaleString('en')

const create = createEndpoint(collectionsResource, {
  scope,
  description:
    `Creates a collection, optionally with up to ${idsMax} assets in \`asset_ids\`, and returns it. If another ` +
    'collection ' +
    `has this name, the request returns 422. A company can have up to ${collectionsMax.toLocaleString('en')} ` +
    'collections.',
  body: newCollection,
  create: ({ trx, caller, body, now }) => createCollection(trx, caller, body, now),
})

const update = changeEndpoint(collectionsResource, {
  scope,
  body: collectionChange,
  async change({ trx, companyId, id, body, now }) {
    const { name, description, cover_asset_id } = body
    if (name !== undefined) await assertNameIsFree(trx, 'collections', companyId, name, id)
    await assertCover(trx, companyId, cover_asset_id)
    const name_key = name === undefined ? undefined : nameKey(name)
    await trx
      .updateTable('collections')
      .set({ ...given({ name, name_key, description, cover_asset_id }), updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  },
})

const remove = deleteEndpoint(collectionsResource, {
  scope,
  description:
    'Permanently deletes the collection and its shares. Its assets stay in the library and in other collections.',
  async remove({ trx, companyId, id, events, author, address }) {
    events.push(...(await deleteSharesOf(trx, { author, address }, 'collection_id', [id])))
    await trx.deleteFrom('collections').where('company_id', '=', companyId).where('id', '=', id).execute()
  },
})

const listItems = nestedListEndpoint(itemsResource, {
  operationId: 'listCollectionItems',
  params: z.object({ id: z.string().describe('ID of the collection.') }),
  description:
    'Returns a page of the assets in a collection, in collection order. Assets in the trash are hidden. Restored ' +
    'assets return to their position. `GET /api/assets?collection_id=` searches, filters and sorts the same ' +
    'assets.',
  async filtersOf({ caller: { companyId }, params }, { db }) {
    const id = parseId('collection', params.id)
    if (id === undefined || !(await collections.one(db, companyId, id))) throw new ApiError('not_found')
    return { collection: id }
  },
})

const add = actionEndpoint(collectionsResource, {
  operationId: 'addCollectionItems',
  action: 'items',
  scope,
  summary: 'Add assets to a collection',
  description:
    `Adds up to ${idsMax} assets before \`before_asset_id\`, after \`after_asset_id\`, or at the end, and returns the ` +
    'collection. Assets that are already in the collection keep their position. A collection can have up to ' +
    `${counted} assets, including assets in the trash. Exceeding the limit returns 422 with both numbers.`,
  body: addedItems,
  act: (context) => reviseIf(context, addItems(context.trx, context.companyId, context.id, context.body)),
})

const move = actionEndpoint(collectionsResource, {
  operationId: 'moveCollectionItems',
  action: 'moves',
  scope,
  summary: 'Move assets in a collection',
  description:
    `Moves up to ${idsMax} assets within the collection before \`before_asset_id\`, after \`after_asset_id\`, or to the end, ` +
    'in the order of `asset_ids`, and returns the collection.',
  body: movedItems,
  act: (context) => reviseIf(context, moveItems(context.trx, context.companyId, context.id, context.body)),
})

const removeFrom = actionEndpoint(collectionsResource, {
  operationId: 'removeCollectionItems',
  action: 'removals',
  scope,
  summary: 'Remove assets from a collection',
  description:
    `Removes up to ${idsMax} assets from the collection and returns it. The assets stay in the library. Assets that are ` +
    'not in the collection are ignored.',
  body: removedItems,
  act: (context) =>
    reviseIf(context, removeItems(context.trx, context.companyId, context.id, context.body.asset_ids)),
})

/** Records a change of the items. Without a change, no event is emitted and `updated_at` stays the same. */
async function reviseIf(
  { trx, companyId, id, now, events }: Changing<unknown> & { id: Uuid },
  work: Promise<boolean>,
) {
  if (!(await work)) return
  await reviseItems(trx, companyId, id, now)
  events.push({
    type: 'collection.updated',
    resourceType: 'collection',
    resourceId: id,
    data: { fields: ['items'] },
  })
}

export const collectionEndpoints = [
  listEndpoint(collectionsResource),
  create,
  getEndpoint(collectionsResource),
  update,
  remove,
  listItems,
  add,
  move,
  removeFrom,
]
