import { z } from 'zod'
import { unavailableLinks } from '../assets/availability.ts'
import { presentRenditions } from '../assets/renditions.ts'
import { Asset, presentAsset } from '../assets/resource.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Time, time } from '../wire.ts'
import { type CollectionRow, collectionItems, collections } from './queries.ts'

export const Collection = z
  .object({
    id: Id('collection'),
    name: z.string(),
    description: z.string().nullable(),
    cover_asset_id: Id('asset').nullable().describe('ID of the cover asset. Null without a cover.'),
    thumbnail_url: z
      .string()
      .nullable()
      .describe(
        'Signed URL of the thumbnail of the cover or, without a cover, of the first asset. Assets that are in the ' +
          'trash or unavailable are skipped. Null if there is no thumbnail.',
      ),
    items_count: z.int().describe('Number of assets in the collection, excluding the trash.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time.describe('Time of the last change, including changes of its assets and their order.'),
  })
  .meta({ id: 'Collection', description: 'List of assets from any folders, in a custom order.' })

export const collectionsResource = resource({
  kind: 'collection',
  cacheable: true,
  path: '/collections',
  scope: 'assets:read',
  group: 'Collections',
  nouns: ['collection', 'collections'],
  item: Collection,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {},
  find: collections,
  present: presentCollection,
  changesAt: (rows) => rows.flatMap((row) => endOf(row) ?? []).sort((a, b) => a.getTime() - b.getTime())[0],
})

const endOf = ({ cover }: Pick<CollectionRow, 'cover'>) =>
  cover?.expires_at ? new Date(cover.expires_at) : undefined

function presentCollection(
  row: JsonRow<CollectionRow>,
  { fileUrl }: Pick<Services, 'fileUrl'>,
): z.input<typeof Collection> {
  return {
    id: publicId('collection', row.id),
    name: row.name,
    description: row.description,
    cover_asset_id: row.cover_asset_id && publicId('asset', row.cover_asset_id),
    thumbnail_url: presentRenditions(row.cover?.renditions ?? [], (key) => fileUrl(key, endOf(row)))
      .thumbnail_url,
    items_count: row.items_count,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

export const itemsResource = resource({
  kind: 'asset',
  path: '/collections/:id/items',
  scope: 'assets:read',
  group: 'Collections',
  nouns: ['asset in a collection', 'assets in a collection'],
  item: Asset,
  sorts: ['position'],
  filters: {},
  find: collectionItems,
  view: unavailableLinks,
  translationsOf: ({ translations }) => translations,
  present: presentAsset,
})
