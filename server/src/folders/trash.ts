import { sql } from 'kysely'
import { trashAssets } from '../assets/trash.ts'
import { assertUnused } from '../assets/usages.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { ApiError } from '../http/errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { countFolders } from './create.ts'
import { inSubtree } from './move.ts'

/**
 * Puts a folder into the trash, and with `recursive` all that is in it: what goes together comes back together.
 * @returns the events of what went with it; its own is the endpoint's.
 * @throws {ApiError} `not_empty` with what is in it; `in_use` with what shows an asset in it.
 */
export async function trashFolder(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  recursive: boolean,
  now: Date,
): Promise<NewEvent[]> {
  const folder = await trx
    .selectFrom('folders')
    .select(['path', 'parent_id', 'assets_count', 'folders_count'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { assets_count, folders_count } = folder
  if (!recursive && assets_count + folders_count > 0)
    throw new ApiError('not_empty', { more: { assets_count, folders_count } })
  const assetIds = await assetsBelow(trx, companyId, folder.path)
  await assertUnused(trx, companyId, assetIds)
  const trashed = await trashAssets(trx, companyId, assetIds, now, id)
  const { rows } = await sql<{ id: Uuid }>`
    update folders set deleted_at = ${now}, trashed_with = ${id}::uuid,
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and deleted_at is null and ${inSubtree(folder.path)}
    returning id`.execute(trx)
  await countFolders(trx, companyId, folder.parent_id, -1)
  const below = rows.map((row) => row.id).filter((one) => one !== id)
  return [...eventsOf('folder', 'deleted', below), ...eventsOf('asset', 'deleted', trashed)]
}

export const eventsOf = (resourceType: string, verb: string, ids: readonly Uuid[]): NewEvent[] =>
  ids.map((resourceId) => ({ type: `${resourceType}.${verb}`, resourceType, resourceId }))

async function assetsBelow(trx: Trx, companyId: CompanyId, path: string): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and deleted_at is null and folder_id in (
      select id from folders where company_id = ${companyId} and deleted_at is null and ${inSubtree(path)}
    )`.execute(trx)
  return rows.map(({ id }) => id)
}
