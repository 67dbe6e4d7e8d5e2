import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { Author, NewEvent } from '../events/append.ts'
import type { Uuid } from '../ids.ts'
import { auditShares } from './audit.ts'
import { deleteSharesOf } from './delete.ts'
import { uploadColumns } from './uploads.ts'

/**
 * Ends the uploads into folders that are about to be permanently deleted. Shares that have no other content are deleted.
 * @returns the events of the shares.
 */
export async function endUploadsInto(
  trx: Trx,
  by: { author: Author; address?: string },
  folderIds: readonly Uuid[],
): Promise<NewEvent[]> {
  const { companyId } = by.author
  const ended = await trx
    .updateTable('shares')
    .set({ ...uploadColumns(null), updated_at: new Date() })
    .where('company_id', '=', companyId)
    .where('upload_folder_id', '=', sql<Uuid>`any(${folderIds}::uuid[])`)
    .where('kind', '<>', 'uploads')
    .returning('id')
    .execute()
  await auditShares(
    trx,
    by,
    'updated',
    ended.map(({ id }) => ({ id, data: { fields: ['uploads'] } })),
  )
  const deleted = await deleteSharesOf(trx, by, 'upload_folder_id', folderIds)
  const updated = ended.map(({ id }) => ({
    type: 'share.updated',
    resourceType: 'share',
    resourceId: id,
    data: { fields: ['uploads'] },
  }))
  return [...updated, ...deleted]
}
