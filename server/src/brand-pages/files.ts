import { specOf } from '../assets/pictures.ts'
import { publicAssets } from '../assets/queries.ts'
import { assetsIn } from '../brand-kit/pages/sections.ts'
import { fonts, logos } from '../brand-kit/queries.ts'
import type { Db } from '../db/database.ts'
import type { PictureOf } from '../http/files/signed-files.ts'
import { parseId, type Uuid } from '../ids.ts'
import { type AssetRow, asAsset, extensionIn, type Item, nameOf } from '../public-pages/item.ts'
import type { FoundPage } from './find-page.ts'
import { mayDownload, mayShow } from './font-rights.ts'

/** Widths of a logo's PNG files, in pixels. */
const pngWidths = [512, 1024, 2048]
const isVector = ({ mimeType }: Item) => mimeType === 'image/svg+xml'

/** The sizes of a logo that can be downloaded. Only vectors are enlarged. */
export const logoSizes = (item: Item): string[] => [
  'original',
  ...pngWidths
    .filter((width) => isVector(item) || (item.width !== null && width <= item.width))
    .map((width) => `png-${width}`),
]

/** The largest rendition of an asset. Undefined for a file without renditions. */
export const pictureIn = ({ pictures }: Item) =>
  pictures.get('large') ?? pictures.get('poster') ?? pictures.get('small') ?? pictures.get('thumb')

export const shownLogoKey = (item: Item): string | undefined =>
  isVector(item) ? item.key : pictureIn(item)?.key

/**
 * A stored file of a page. `savedAs` is the file name of the download. `asset` and `size` identify the
 * download in the statistics.
 */
export type PageFile = { key: string; savedAs?: string; asset: Uuid; size: string }

/**
 * Returns the file that a part of the page shows. Returns undefined for any file that the page does not show,
 * so that no other asset of the company can be downloaded.
 */
export async function fileOf(
  { db, pictureOf }: { db: Db; pictureOf: PictureOf },
  page: FoundPage,
  { part, id, size }: { part: string; id: string; size: string },
): Promise<PageFile | undefined> {
  const row = await assetOf(db, page, part, id)
  if (!row) return undefined
  const item = asAsset(row)
  const shown = (key: string | undefined) => (key === undefined ? undefined : { key, asset: row.id, size })
  const original = { key: item.key, savedAs: item.filename, asset: row.id, size }
  if (part === 'pictures') return size === 'view' ? shown(pictureIn(item)?.key) : undefined
  if (part === 'fonts') {
    const facts = row.embedded.font
    if (size === 'original') return mayDownload(facts) ? original : undefined
    if (size === 'web') return mayShow(item, facts) ? shown(item.key) : undefined
    return size === 'view' ? shown(pictureIn(item)?.key) : undefined
  }
  if (size === 'view') return shown(shownLogoKey(item))
  if (!logoSizes(item).includes(size)) return undefined
  if (size === 'original') return original
  const w = Number(size.slice('png-'.length))
  const key = await pictureOf(item.key, specOf({ w, format: 'png' }, null))
  return { key, savedAs: nameOf(item, extensionIn(key), `${w}`), asset: row.id, size }
}

async function assetOf(db: Db, page: FoundPage, part: string, id: string): Promise<AssetRow | undefined> {
  const assetId = await shownAsset(db, page, part, id)
  return assetId === undefined
    ? undefined
    : publicAssets.one(db, page.companyId, assetId, { is_available: true })
}

async function shownAsset(db: Db, page: FoundPage, part: string, id: string): Promise<Uuid | undefined> {
  const { companyId, brand_kit_id, sections } = page
  if (part === 'pictures') {
    const asset = parseId('asset', id)
    return assetsIn(sections).find((one) => one === asset)
  }
  const uuid = parseId(part === 'logos' ? 'logo' : 'font', id)
  if (uuid === undefined || (part !== 'logos' && part !== 'fonts')) return undefined
  const row = await (part === 'logos' ? logos : fonts).one(db, companyId, uuid)
  return row?.brand_kit_id === brand_kit_id ? (row.asset_id ?? undefined) : undefined
}
