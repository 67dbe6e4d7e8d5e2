import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type BrandKitUsage = {
  kind: 'logo' | 'font'
  id: Uuid
  name: string
  kit: { id: Uuid; name: string }
}

/**
 * Finds the brand kits that use these assets as logos or fonts.
 * @returns the usages of each used asset: logos first, oldest first. The map contains only assets that are
 *   used.
 */
export async function usagesInBrandKit(
  trx: Trx,
  companyId: CompanyId,
  assetIds: readonly Uuid[],
): Promise<Map<Uuid, BrandKitUsage[]>> {
  const usages = new Map<Uuid, BrandKitUsage[]>()
  if (assetIds.length === 0) return usages
  const { rows } = await sql<Part>`
    select part.kind, part.asset_id, part.id, part.name, kit.id as kit_id, kit.name as kit_name
    from (
      select 'logo' as kind, asset_id, id, name, brand_kit_id from brand_kit_logos
      where company_id = ${companyId} and asset_id = any(${assetIds}::uuid[])
      union all
      select 'font', asset_id, id, family, brand_kit_id from brand_kit_fonts
      where company_id = ${companyId} and asset_id = any(${assetIds}::uuid[])
    ) part
    join brand_kits kit on kit.company_id = ${companyId} and kit.id = part.brand_kit_id
    order by part.kind desc, part.id`.execute(trx)
  for (const { asset_id, kit_id, kit_name, ...usage } of rows) {
    const known = usages.get(asset_id) ?? []
    usages.set(asset_id, [...known, { ...usage, kit: { id: kit_id, name: kit_name } }])
  }
  return usages
}

type Part = Omit<BrandKitUsage, 'kit'> & { asset_id: Uuid; kit_id: Uuid; kit_name: string }
