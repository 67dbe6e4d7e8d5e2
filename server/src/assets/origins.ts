import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Usage } from './usages.ts'

type Origin = {
  kind: 'template' | 'asset' | 'brand_kit'
  relation: 'source' | 'render'
  id: Uuid
  name: string
}

const kinds = { template: 'template', asset: 'asset', brand_kit: 'brandKit' } as const

/**
 * The sources that an asset was rendered from, and the assets rendered from it. Excludes deleted and trashed assets.
 * Origins do not prevent the deletion of the asset.
 */
export async function originsOf(trx: Trx, companyId: CompanyId, assetId: Uuid): Promise<Usage[]> {
  const { rows } = await sql<Origin>`
    select o.kind, 'source' as relation, o.origin_id as id, coalesce(t.name, a.name, k.name) as name
    from asset_origins o
    left join templates t on o.kind = 'template' and t.company_id = o.company_id and t.id = o.origin_id
      and t.deleted_at is null
    left join assets a on o.kind = 'asset' and a.company_id = o.company_id and a.id = o.origin_id
      and a.deleted_at is null
    left join brand_kits k on o.kind = 'brand_kit' and k.company_id = o.company_id and k.id = o.origin_id
    where o.company_id = ${companyId} and o.asset_id = ${assetId}
      and coalesce(t.id, a.id, k.id) is not null
    union all
    select 'asset', 'render', a.id, a.name
    from asset_origins o join assets a on a.company_id = o.company_id and a.id = o.asset_id and a.deleted_at is null
    where o.company_id = ${companyId} and o.kind = 'asset' and o.origin_id = ${assetId}
    order by relation desc, kind, id`.execute(trx)
  return rows.map(({ kind, relation, id, name }) => ({
    type: kind,
    relation,
    id: publicId(kinds[kind], id),
    name,
    brand_kit: null,
  }))
}
