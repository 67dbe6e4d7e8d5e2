import type { Trx } from '../../db/tenancy.ts'
import type { NewEvent } from '../../events/append.ts'
import type { Changing } from '../../http/endpoints/crud-endpoints.ts'
import { type CompanyId, publicId, type Uuid } from '../../ids.ts'
import { auditPage } from './audit.ts'
import { freeSlug } from './slugs.ts'

export async function deletePage(trx: Trx, companyId: CompanyId, id: Uuid): Promise<void> {
  await freeSlug(trx, companyId, id)
  await trx.deleteFrom('brand_pages').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/**
 * Deletes the page of a brand kit that is about to be deleted, and records the deletion in the audit log.
 * @returns its event.
 */
export async function deletePageOfKit(
  context: Pick<Changing<unknown>, 'trx' | 'companyId' | 'author' | 'address'>,
  kitId: Uuid,
): Promise<NewEvent[]> {
  const { trx, companyId } = context
  const page = await trx
    .selectFrom('brand_pages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('brand_kit_id', '=', kitId)
    .executeTakeFirst()
  if (!page) return []
  await deletePage(trx, companyId, page.id)
  await auditPage(context, page.id, 'deleted', { deleted_with: publicId('brandKit', kitId) })
  return [{ type: 'brand_page.deleted', resourceType: 'brand_page', resourceId: page.id }]
}
