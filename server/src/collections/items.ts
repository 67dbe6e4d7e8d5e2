import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { itemsMax, type PlacedItems } from './body.ts'

type Item = { id: Uuid; isLive: boolean }

/**
 * Adds assets at a position, or at the end. Assets that are already in the collection keep their positions.
 * @returns whether any asset was added.
 * @throws {ApiError} `invalid` for assets that do not exist or are in the trash, a position that names an
 *   asset outside the collection, and too many items.
 */
export async function addItems(
  trx: Trx,
  companyId: CompanyId,
  collectionId: Uuid,
  items: PlacedItems,
): Promise<boolean> {
  const order = await orderOf(trx, companyId, collectionId)
  const known = new Set(order.map(({ id }) => id))
  const added = [...new Set(items.asset_ids)].filter((id) => !known.has(id))
  await assertLive(trx, companyId, items.asset_ids)
  const at = placeIn(order, items)
  if (order.length + added.length > itemsMax)
    throw invalid(
      'asset_ids',
      `The collection would contain ${(order.length + added.length).toLocaleString('en')} assets, including those in ` +
        `the trash. The limit is ${itemsMax.toLocaleString('en')}.`,
    )
  if (added.length === 0) return false
  const ids = order.map(({ id }) => id)
  await writeOrder(trx, companyId, collectionId, ids.toSpliced(at, 0, ...added))
  return true
}

/**
 * Moves assets to a position or to the end, in the given order.
 * @returns whether the order changed.
 * @throws {ApiError} `invalid` for assets that are not in the collection, and for a position at such an asset
 * or at a moved asset.
 */
export async function moveItems(
  trx: Trx,
  companyId: CompanyId,
  collectionId: Uuid,
  items: PlacedItems,
): Promise<boolean> {
  const order = await orderOf(trx, companyId, collectionId)
  const moved = [...new Set(items.asset_ids)]
  const live = new Set(order.filter(({ isLive }) => isLive).map(({ id }) => id))
  const missing = moved.filter((id) => !live.has(id)).length
  if (missing > 0)
    throw invalid('asset_ids', `${missing} of ${moved.length} assets are not in the collection.`)
  for (const field of ['before_asset_id', 'after_asset_id'] as const)
    if (items[field] !== undefined && moved.includes(items[field]))
      throw invalid(field, 'The place must not be one of the assets that are moved.')
  const others = order.filter(({ id }) => !moved.includes(id))
  const ids = others.map(({ id }) => id).toSpliced(placeIn(others, items), 0, ...moved)
  if (ids.every((id, place) => id === order[place]!.id)) return false
  await writeOrder(trx, companyId, collectionId, ids)
  return true
}

/**
 * Removes assets. Ignores assets that are not in the collection.
 * @returns whether any asset was removed.
 */
export async function removeItems(
  trx: Trx,
  companyId: CompanyId,
  collectionId: Uuid,
  assetIds: readonly Uuid[],
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('collection_items')
    .where('company_id', '=', companyId)
    .where('collection_id', '=', collectionId)
    .where('id', 'in', assetIds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Recounts the items outside the trash and records the time of the change. */
export async function reviseItems(trx: Trx, companyId: CompanyId, collectionId: Uuid, now: Date) {
  await sql`
    update collections r set updated_at = ${now}, items_count = (
      select count(*) from collection_items i join assets a on a.company_id = ${companyId} and a.id = i.id
      where i.company_id = ${companyId} and i.collection_id = r.id and a.deleted_at is null
    )
    where r.company_id = ${companyId} and r.id = ${collectionId}`.execute(trx)
}

async function orderOf(trx: Trx, companyId: CompanyId, collectionId: Uuid): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.id, a.deleted_at is null as "isLive"
    from collection_items i join assets a on a.company_id = ${companyId} and a.id = i.id
    where i.company_id = ${companyId} and i.collection_id = ${collectionId}
    order by i.position, i.id`.execute(trx)
  return rows
}

/**
 * The index at which to insert.
 * @throws {ApiError} `invalid` for an asset that is not in the collection, or in the trash.
 */
function placeIn(order: readonly Item[], { before_asset_id, after_asset_id }: PlacedItems): number {
  if (before_asset_id === undefined && after_asset_id === undefined) return order.length
  const at = order.findIndex(({ id, isLive }) => isLive && id === (before_asset_id ?? after_asset_id))
  if (at === -1)
    throw invalid(
      before_asset_id === undefined ? 'after_asset_id' : 'before_asset_id',
      'The asset is not in the collection.',
    )
  return before_asset_id === undefined ? at + 1 : at
}

async function assertLive(trx: Trx, companyId: CompanyId, assetIds: readonly Uuid[]) {
  const ids = [...new Set(assetIds)]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assets
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx)
  const missing = ids.length - rows[0]!.count
  if (missing > 0)
    throw invalid(
      'asset_ids',
      `The selected asset ids are invalid: ${missing} of ${ids.length} do not exist.`,
    )
}

/** Numbers the items in this order, including new ones. Writes only items whose position changes. */
async function writeOrder(trx: Trx, companyId: CompanyId, collectionId: Uuid, ids: readonly Uuid[]) {
  await sql`
    insert into collection_items as i (company_id, collection_id, id, position)
    select ${companyId}, ${collectionId}, wanted.id, wanted.place
    from unnest(cast(${ids} as uuid[])) with ordinality as wanted (id, place)
    on conflict (company_id, collection_id, id) do update set position = excluded.position
    where i.position <> excluded.position`.execute(trx)
}
