import { publicAssets } from '../assets/queries.ts'
import { publicCollectionItems } from '../collections/queries.ts'
import type { Db } from '../db/database.ts'
import { extensions } from '../drawing/drawings.ts'
import { endsOf } from '../http/endpoints/pagination.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { asAsset, type Item } from '../public-pages/item.ts'
import { renders } from '../renders/queries.ts'
import { mimeTypeOf } from '../renders/resource.ts'
import type { Position } from '../secrets/cursor-signer.ts'
import type { Services } from '../services.ts'
import type { FoundShare } from './find-share.ts'

/** Number of items per page. A selection is never longer. */
const itemsPerPage = 200

export type Contents = {
  items: Item[]
  total: number
  /** Whether there are more items than `total`, which is capped. */
  isCapped: boolean
  prev: string | null
  next: string | null
}

type Renders = Awaited<ReturnType<typeof renders.page>>['rows'][number]

/** Every asset or render of the share must currently pass these filters. */
function assetFilters({ kind, folder_id, asset_ids }: FoundShare) {
  switch (kind) {
    case 'folder':
      return { is_available: true, is_shareable: true, in_subtree: folder_id }
    case 'assets':
    case 'brand_kit':
      return { is_available: true, is_shareable: true, ids: asset_ids }
    default:
      throw new Error(`A share of the kind ${kind} has no filters of assets.`)
  }
}
const itemFilters = ({ collection_id }: FoundShare) => ({
  is_available: true,
  is_shareable: true,
  collection: collection_id,
})
const renderFilters = ({ template_id }: FoundShare) => ({
  template_id,
  status: 'done',
  shows_available: true,
})

/**
 * A page of the current items of a share.
 * @param cursor the cursor of a neighboring page. Defaults to the first page.
 * @returns undefined for a cursor of another share.
 */
export async function contentsOf(
  { db, cursors }: Pick<Services, 'db' | 'cursors'>,
  share: FoundShare,
  cursor: string | undefined,
): Promise<Contents | undefined> {
  const binding = JSON.stringify([share.companyId, 'share', share.id])
  const from = cursor === undefined ? undefined : cursors.verify(binding, cursor)
  if (cursor !== undefined && !from) return undefined
  if (share.kind === 'uploads') return { items: [], total: 0, isCapped: false, prev: null, next: null }
  const { items, ends } = await pageOf(db, share, from)
  const { prev, next } = ends
  return {
    items,
    ...(await countsOf(db, share, items, ends)),
    prev: prev && cursors.sign(binding, prev),
    next: next && cursors.sign(binding, next),
  }
}

export async function* allItems(db: Db, share: FoundShare): AsyncGenerator<Item[]> {
  if (share.kind === 'uploads') return
  for (let from: Position | undefined; ; ) {
    const { items, ends } = await pageOf(db, share, from)
    yield items
    if (!ends.next) return
    from = ends.next
  }
}

export async function idsOf(db: Db, share: FoundShare, limit: number): Promise<Uuid[]> {
  const { kind, companyId } = share
  if (kind === 'uploads') return []
  if (kind === 'template') return renders.ids(db, companyId, renderFilters(share), limit)
  if (kind === 'collection') return publicCollectionItems.ids(db, companyId, itemFilters(share), limit)
  return publicAssets.ids(db, companyId, assetFilters(share), limit)
}

export const itemTableOf = ({ kind }: FoundShare) => (kind === 'template' ? 'renders' : 'assets')

type Ends = ReturnType<typeof endsOf>

async function pageOf(
  db: Db,
  share: FoundShare,
  from: Position | undefined,
): Promise<{ items: Item[]; ends: Ends }> {
  const { companyId } = share
  const range = { limit: itemsPerPage, ...(from && { from }) }
  if (share.kind === 'template') {
    const { rows, more } = await renders.page(db, companyId, {
      ...range,
      filters: renderFilters(share),
      sort: 'created_at',
      descending: true,
    })
    return { items: rows.map(asRender), ends: endsOf(rows, more, range) }
  }
  if (share.kind === 'collection') {
    const filters = itemFilters(share)
    const asked = { ...range, filters, sort: 'position', descending: false }
    const { rows, more } = await publicCollectionItems.page(db, companyId, asked)
    return { items: rows.map(asAsset), ends: endsOf(rows, more, range) }
  }
  const { rows, more } = await publicAssets.page(db, companyId, {
    ...range,
    filters: assetFilters(share),
    sort: 'name',
    descending: false,
  })
  const items = rows.map(asAsset)
  // A selection keeps the order of its assets, and a brand kit keeps the order of its parts.
  const places = new Map([...share.asset_ids].reverse().map((id, place) => [id, -place]))
  if (share.kind !== 'folder') items.sort((a, b) => places.get(a.uuid)! - places.get(b.uuid)!)
  return { items, ends: endsOf(rows, more, range) }
}

/**
 * Counts only if there are more pages, and up to a maximum, because anyone with the URL can request the
 * count.
 */
async function countsOf(db: Db, share: FoundShare, items: Item[], { prev, next }: Ends) {
  if (prev === null && next === null) return { total: items.length, isCapped: false }
  const { kind, companyId } = share
  // Does not use facets, which count each asset once, because an asset can be in several collections. A
  // collection is small.
  if (kind === 'collection')
    return { total: await publicCollectionItems.total(db, companyId, itemFilters(share)), isCapped: false }
  const { counted, is_capped } = await (kind === 'template'
    ? renders.facets(db, companyId, renderFilters(share), [])
    : publicAssets.facets(db, companyId, assetFilters(share), []))
  return { total: counted, isCapped: is_capped }
}

/** An item by its public ID. Undefined unless the share currently shows the item. */
export async function itemOf(db: Db, share: FoundShare, id: string): Promise<Item | undefined> {
  if (share.kind === 'uploads') return undefined
  if (share.kind === 'template') {
    const uuid = parseId('render', id)
    const row = uuid ? await renders.one(db, share.companyId, uuid, renderFilters(share)) : undefined
    return row && asRender(row)
  }
  const uuid = parseId('asset', id)
  if (!uuid) return undefined
  const row =
    share.kind === 'collection'
      ? await publicCollectionItems.one(db, share.companyId, uuid, itemFilters(share))
      : await publicAssets.one(db, share.companyId, uuid, assetFilters(share))
  return row && asAsset(row)
}

function asRender(row: Renders): Item {
  const size = row.size ?? 0
  const extension = extensions[row.format]
  return {
    id: publicId('render', row.id),
    kind: 'render',
    uuid: row.id,
    name: row.batch_row === null ? row.created_at.slice(0, 10) : `Row ${row.batch_row}`,
    filename: `${publicId('render', row.id)}.${extension}`,
    type: row.format === 'pdf' ? 'document' : 'image',
    mimeType: mimeTypeOf(row.format),
    size,
    width: Math.round(row.width),
    height: Math.round(row.height),
    altText: null,
    translations: {},
    values: [],
    key: row.file_key!,
    modifiedAt: new Date(row.updated_at),
    source: undefined,
    pictures: new Map(
      row.thumbnail_key === null
        ? []
        : [['thumb', { key: row.thumbnail_key, width: row.width, height: row.height }]],
    ),
  }
}
