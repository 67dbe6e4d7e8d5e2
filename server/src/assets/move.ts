import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'

export type Moved = { id: Uuid; from: Uuid | null }

/**
 * Moves live assets to an existing folder or the root and updates the folder counts.
 * @returns the moved assets with their previous folder.
 */
export async function moveAssets(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  folderId: Uuid | null,
  now: Date,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moving as (
      select id, folder_id from assets
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null
        and folder_id is distinct from ${folderId}::uuid
    ), moved as (
      update assets set folder_id = ${folderId}::uuid,
        updated_at = greatest(${now}, updated_at + interval '1 millisecond')
      where company_id = ${companyId} and id in (select id from moving)
    ), counts as (
      select folder_id as id, -count(*) as more from moving where folder_id is not null group by folder_id
      union all
      select ${folderId}::uuid, count(*) from moving
    ), counted as (
      update folders f set assets_count = f.assets_count + c.more from counts c
      where f.company_id = ${companyId} and f.id = c.id
    )
    select id, folder_id as "from" from moving`.execute(trx)
  return rows
}

/** The previous folder tells readers of that folder that the asset was removed from it. */
export const movedFrom = (from: Uuid | null) => (from ? { moved_from: publicId('folder', from) } : {})

/** Updates folder counts, by 1 for each restored asset and by -1 for each trashed asset. */
export async function countInFolders(
  trx: Trx,
  companyId: CompanyId,
  folderIds: readonly (Uuid | null)[],
  more: 1 | -1,
) {
  await sql`
    update folders f set assets_count = f.assets_count + ${more}::int * c.assets from (
      select id, count(*) as assets from unnest(${folderIds}::uuid[]) asked(id) where id is not null group by id
    ) c
    where f.company_id = ${companyId} and f.id = c.id`.execute(trx)
}
