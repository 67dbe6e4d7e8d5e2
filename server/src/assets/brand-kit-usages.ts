import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** A part of a brand kit that uses an asset. */
export type BrandKitUsage = {
  kind: 'logo' | 'font'
  id: Uuid
  name: string
  kit: { id: Uuid; name: string }
}

/**
 * Finds the brand kits that use these assets: their logos, and the fonts whose file is one of them.
 * @returns the usages of each asset that has any: logos first, oldest first. Other assets are not in the map.
 */
export async function usagesInBrandKit(
  trx: Trx,
  companyId: CompanyId,
  assetIds: readonly Uuid[],
): Promise<Map<Uuid, BrandKitUsage[]>> {
  const usages = new Map<Uuid, BrandKitUsage[]>()
  if (assetIds.length === 0) return usages
  for (const part of [
    ...(await logosOf(trx, companyId, assetIds)),
    ...(await fontsOf(trx, companyId, assetIds)),
  ]) {
    const { asset_id, kit_id, kit_name, ...usage } = part
    const known = usages.get(asset_id!) ?? []
    usages.set(asset_id!, [...known, { ...usage, kit: { id: kit_id, name: kit_name } }])
  }
  return usages
}

async function logosOf(trx: Trx, companyId: CompanyId, assetIds: readonly Uuid[]) {
  const logos = await trx
    .selectFrom('brand_kit_logos as r')
    .innerJoin('brand_kits as kit', (join) =>
      join.onRef('kit.company_id', '=', 'r.company_id').onRef('kit.id', '=', 'r.brand_kit_id'),
    )
    .select(['r.asset_id', 'r.id', 'r.name', 'kit.id as kit_id', 'kit.name as kit_name'])
    .where('r.company_id', '=', companyId)
    .where('r.asset_id', 'in', assetIds)
    .orderBy('r.id')
    .execute()
  return logos.map((logo) => ({ kind: 'logo' as const, ...logo }))
}

async function fontsOf(trx: Trx, companyId: CompanyId, assetIds: readonly Uuid[]) {
  const fonts = await trx
    .selectFrom('brand_kit_fonts as r')
    .innerJoin('brand_kits as kit', (join) =>
      join.onRef('kit.company_id', '=', 'r.company_id').onRef('kit.id', '=', 'r.brand_kit_id'),
    )
    .select(['r.asset_id', 'r.id', 'r.family as name', 'kit.id as kit_id', 'kit.name as kit_name'])
    .where('r.company_id', '=', companyId)
    .where('r.asset_id', 'in', assetIds)
    .orderBy('r.id')
    .execute()
  return fonts.map((font) => ({ kind: 'font' as const, ...font }))
}
