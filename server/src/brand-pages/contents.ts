import { publicAssets } from '../assets/queries.ts'
import { assetsIn } from '../brand-kit/pages/sections.ts'
import { brandKits } from '../brand-kit/queries.ts'
import type { Db } from '../db/database.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { type AssetRow, asAsset, type Item } from '../public-pages/item.ts'
import type { FoundPage } from './find-page.ts'

const idsPerQuery = 200

export type Kit = NonNullable<Awaited<ReturnType<typeof brandKits.one>>>
export type ShownLogo = { logo: Kit['logos'][number]; item: Item }
/** Fonts without a file, or with an unavailable file, are omitted. */
export type ShownFont = { font: Kit['fonts'][number]; item: Item | undefined; facts: FontFacts | undefined }
type FontFacts = NonNullable<AssetRow['embedded']['font']>

export type Contents = {
  kit: Kit
  logos: ShownLogo[]
  fonts: ShownFont[]
  pictures: ReadonlyMap<Uuid, Item>
}

/** The current content of the page, without trashed and unavailable files. */
export async function contentsOf(db: Db, page: FoundPage): Promise<Contents | undefined> {
  const { companyId, brand_kit_id, sections } = page
  const kit = await brandKits.one(db, companyId, brand_kit_id)
  if (!kit) return undefined
  const files = [...kit.logos, ...kit.fonts].flatMap(({ asset_id }) => asset_id ?? [])
  const rows = await availableAssets(db, companyId, [...new Set([...files, ...assetsIn(sections)])])
  const items = new Map([...rows].map(([id, row]) => [id, asAsset(row)]))
  return {
    kit,
    logos: kit.logos.flatMap((logo) => {
      const item = items.get(logo.asset_id)
      return item ? [{ logo, item }] : []
    }),
    fonts: kit.fonts.map((font) => ({
      font,
      item: font.asset_id === null ? undefined : items.get(font.asset_id),
      facts: font.asset_id === null ? undefined : rows.get(font.asset_id)?.embedded.font,
    })),
    pictures: items,
  }
}

async function availableAssets(
  db: Db,
  companyId: CompanyId,
  ids: readonly Uuid[],
): Promise<Map<Uuid, AssetRow>> {
  const found = new Map<Uuid, AssetRow>()
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const { rows } = await publicAssets.page(db, companyId, {
      filters: { ids: ids.slice(at, at + idsPerQuery), is_available: true },
      sort: 'created_at',
      descending: false,
      limit: idsPerQuery,
    })
    for (const row of rows) found.set(row.id, row)
  }
  return found
}
