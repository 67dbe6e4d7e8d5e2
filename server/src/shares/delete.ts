import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'

type Target = 'folder_id' | 'collection_id' | 'template_id' | 'brand_kit_id'

/**
 * Deletes the shares of folders, collections, templates or brand kits that are about to be permanently deleted.
 * @returns their events.
 */
export async function deleteSharesOf(
  trx: Trx,
  companyId: CompanyId,
  target: Target,
  ids: readonly Uuid[],
): Promise<NewEvent[]> {
  const deleted = await trx
    .deleteFrom('shares')
    .where('company_id', '=', companyId)
    .where(target, 'in', ids)
    .returning('id')
    .execute()
  if (deleted.length === 0) return []
  const shareIds = deleted.map(({ id }) => id)
  await trx
    .deleteFrom('share_codes')
    .where('company_id', '=', companyId)
    .where('share_id', 'in', shareIds)
    .execute()
  return shareIds.map((resourceId) => ({ type: 'share.deleted', resourceType: 'share', resourceId }))
}
