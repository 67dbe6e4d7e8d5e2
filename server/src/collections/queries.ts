import { type RawBuilder, sql } from 'kysely'
import { isAvailable } from '../assets/availability.ts'
import {
  type AssetRow,
  assetLists,
  assetRows,
  type PublicAssetRow,
  publicAssetLists,
} from '../assets/queries.ts'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { Listing, RowsQuery } from '../db/listing.ts'
import type { StoredRendition } from '../db/schema.ts'
import { tenant } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { isShareable } from '../reviews/states.ts'

export type CollectionRow = Awaited<ReturnType<ReturnType<typeof collectionRows>['executeTakeFirstOrThrow']>>

/** The renditions of a cover, which are shown until its rights end. */
type Cover = { renditions: StoredRendition[]; expires_at: string | null }
const shown = sql`jsonb_build_object('renditions', a.renditions, 'expires_at', a.expires_at)`

/** The first live item. `offset 0` keeps PostgreSQL from sorting the items of all collections. */
const firstItem = sql`
  select a.shown from collection_items i cross join lateral (
    select ${shown} as shown from assets a
    where a.company_id = ${tenant} and a.id = i.id and a.deleted_at is null and ${isAvailable('a')} offset 0
  ) a
  where i.company_id = ${tenant} and i.collection_id = r.id order by i.position, i.id limit 1`

const cover = sql`
  select ${shown} from assets a
  where a.company_id = ${tenant} and a.id = r.cover_asset_id and a.deleted_at is null and ${isAvailable('a')}`

function collectionRows(db: Db) {
  return db
    .selectFrom('collections as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.name',
      'r.description',
      'r.cover_asset_id',
      'r.items_count',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
    .select(sql<Cover | null>`coalesce((${cover}), (${firstItem}))`.as('cover'))
}

export const collections = finder({
  table: 'collections',
  rows: collectionRows as (db: Db) => RowsQuery<CollectionRow>,
  sorts: commonSorts,
  filters: commonFilters,
})

type Key = { item_company_id: CompanyId; item_id: Uuid }

/**
 * Outside the subselect, `r` is the item. Inside, `r` is its asset, as in the list of assets, and `k` names
 * the key of the item.
 */
function itemRows(db: Db) {
  const asset = assetRows(db)
    .where(sql<boolean>`r.company_id = k.item_company_id and r.id = k.item_id`)
    .offset(0)
  return db
    .selectFrom('collection_items as r')
    .crossJoinLateral(() =>
      sql<Key>`(select r.company_id as item_company_id, r.id as item_id)`.as<'k'>(sql`k`),
    )
    .crossJoinLateral(() => asset.as('a'))
    .selectAll('a')
}

/**
 * A condition on the asset `a` of an item. `offset 0` keeps PostgreSQL from reading all of the company's
 * assets.
 */
const whoseAsset = (condition: RawBuilder<unknown>) => sql`exists (
  select from assets a where a.company_id = ${tenant} and a.id = r.id and ${condition} offset 0
)`

/** Trashed assets are hidden. */
const itemListing = {
  table: 'collection_items',
  always: whoseAsset(sql`a.deleted_at is null`),
  sorts: { created_at: commonSorts.created_at, position: { column: 'position', type: 'integer' } },
  filters: {
    ...commonFilters,
    updated_since: { condition: (time) => whoseAsset(sql`a.updated_at >= ${time}`) },
    is_available: { condition: () => whoseAsset(isAvailable('a')) },
    is_shareable: { condition: () => whoseAsset(isShareable('a')) },
    collection: equals('collection_id'),
  },
} satisfies Omit<Listing<unknown>, 'rows'>

export const collectionItems = finder({
  ...itemListing,
  rows: itemRows as (db: Db) => RowsQuery<AssetRow>,
  attached: assetLists,
})

export const publicCollectionItems = finder({
  ...itemListing,
  rows: itemRows as (db: Db) => RowsQuery<PublicAssetRow>,
  attached: publicAssetLists,
})
