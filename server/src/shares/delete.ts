import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { Author, NewEvent } from '../events/append.ts'
import { type IdKind, publicId, type Uuid } from '../ids.ts'
import { auditShares } from './audit.ts'

const targets = {
  folder_id: 'folder',
  /** The folder of uploads. Ends uploads of shares with other content first (end-uploads.ts). */
  upload_folder_id: 'folder',
  collection_id: 'collection',
  template_id: 'template',
  brand_kit_id: 'brandKit',
} as const satisfies Record<string, IdKind>

/**
 * Deletes the shares of folders, collections, templates or brand kits that are about to be permanently
 * deleted, and records the deletion in the audit log.
 * @param by the person or client that deletes them. Jobs have no IP address.
 * @returns the events of the shares.
 */
export async function deleteSharesOf(
  trx: Trx,
  by: { author: Author; address?: string },
  target: keyof typeof targets,
  ids: readonly Uuid[],
): Promise<NewEvent[]> {
  const { companyId } = by.author
  const deleted = await trx
    .deleteFrom('shares')
    .where('company_id', '=', companyId)
    .where(target, '=', sql<Uuid>`any(${ids}::uuid[])`)
    .returning(['id', target])
    .execute()
  if (deleted.length === 0) return []
  await trx
    .deleteFrom('share_codes')
    .where('company_id', '=', companyId)
    .where(
      'share_id',
      'in',
      deleted.map(({ id }) => id),
    )
    .execute()
  const entries = deleted.map(({ id, ...shown }) => ({
    id,
    data: { deleted_with: publicId(targets[target], shown[target]!) },
  }))
  await auditShares(trx, by, 'deleted', entries)
  return deleted.map(({ id }) => ({ type: 'share.deleted', resourceType: 'share', resourceId: id }))
}
