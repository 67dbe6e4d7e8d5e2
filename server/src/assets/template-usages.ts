import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type TemplateUsage = { id: Uuid; name: string }

/**
 * Finds the templates whose current document references these assets (docs/templates.md). Trashed templates
 * do not count.
 * @returns the usages of each used asset, oldest template first. Unused assets are not in the map.
 */
export async function usagesInTemplates(
  trx: Trx,
  companyId: CompanyId,
  assetIds: readonly Uuid[],
): Promise<Map<Uuid, TemplateUsage[]>> {
  const usages = new Map<Uuid, TemplateUsage[]>()
  if (assetIds.length === 0) return usages
  const rows = await trx
    .selectFrom('template_assets as u')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.company_id', '=', 'u.company_id').onRef('t.id', '=', 'u.template_id'),
    )
    .select(['u.asset_id', 't.id', 't.name'])
    .where('u.company_id', '=', companyId)
    .where('u.asset_id', 'in', assetIds)
    .where('t.deleted_at', 'is', null)
    .orderBy('t.id')
    .execute()
  for (const { asset_id, ...usage } of rows) usages.getOrInsert(asset_id, []).push(usage)
  return usages
}
