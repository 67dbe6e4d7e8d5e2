import { sql } from 'kysely'
import { restoreAssets } from '../assets/trash.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { ApiError } from '../http/errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { byteLength, countFolders } from './create.ts'
import { inSubtree } from './move.ts'
import { assertFits, type Place, placeIn } from './place.ts'
import { eventsOf } from './trash.ts'

/**
 * Brings a folder back from the trash, with what is below it and went there in the same moment. It comes back to
 * where it was, or to the root when the folder around it is in the trash or gone.
 * @returns the events of all that came back; none when it was not in the trash.
 * @throws {ApiError} `not_found`; `invalid` on `name` when it is taken there, or the paths get too long.
 */
export async function restoreFolder(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  now: Date,
): Promise<NewEvent[]> {
  const folder = await trx
    .selectFrom('folders')
    .select(['id', 'name', 'path', 'depth', 'parent_id', 'deleted_at', 'trashed_with'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!folder) throw new ApiError('not_found')
  if (folder.deleted_at === null) return []
  const parentId = (await isLive(trx, companyId, folder.parent_id)) ? folder.parent_id : null
  const place = await placeIn(trx, companyId, parentId)
  const wentTogether = sql<boolean>`trashed_with = ${folder.trashed_with}::uuid and ${inSubtree(folder.path)}`
  await assertReturns(trx, companyId, { ...folder, parentId }, place, wentTogether)

  const { rows } = await sql<{ id: Uuid }>`
    update folders set deleted_at = null, trashed_with = null,
      parent_id = case when id = ${id} then ${parentId}::uuid else parent_id end,
      path = ${`${place.path}/${folder.name}`} || substr(path, length(${folder.path}) + 1),
      depth = depth + ${place.depth + 1 - folder.depth},
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and deleted_at is not null and ${wentTogether}
    returning id`.execute(trx)
  const restored = rows.map((row) => row.id)
  await countFolders(trx, companyId, parentId, 1)
  await recount(trx, companyId, restored)
  const assets = await restoreAssets(
    trx,
    companyId,
    await assetsOf(trx, companyId, restored, folder.trashed_with),
    now,
  )
  return [...eventsOf('folder', 'restored', restored), ...eventsOf('asset', 'restored', assets)]
}

async function isLive(trx: Trx, companyId: CompanyId, id: Uuid | null) {
  if (id === null) return false
  const live = await trx
    .selectFrom('folders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return live !== undefined
}

type Returning = { id: Uuid; name: string; path: string; parentId: Uuid | null }

async function assertReturns(
  trx: Trx,
  companyId: CompanyId,
  { id, name, path, parentId }: Returning,
  place: Place,
  wentTogether: ReturnType<typeof sql<boolean>>,
) {
  const { rows } = await sql<{ longest: number }>`
    select max(octet_length(path)) as longest from folders
    where company_id = ${companyId} and deleted_at is not null and ${wentTogether}`.execute(trx)
  const pathLength = rows[0]!.longest - byteLength(path) + byteLength(`${place.path}/${name}`)
  await assertFits(trx, companyId, { id, parentId, name, pathLength })
}

/** Some of what was in it may have been restored for itself, and be elsewhere now. */
const recount = (trx: Trx, companyId: CompanyId, ids: readonly Uuid[]) =>
  sql`
    update folders f set folders_count = (
      select count(*) from folders c where c.company_id = ${companyId} and c.parent_id = f.id and c.deleted_at is null
    )
    where f.company_id = ${companyId} and f.id = any(${ids}::uuid[])`.execute(trx)

async function assetsOf(
  trx: Trx,
  companyId: CompanyId,
  folderIds: readonly Uuid[],
  trashedWith: Uuid | null,
) {
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and trashed_with = ${trashedWith}::uuid
      and folder_id = any(${folderIds}::uuid[])`.execute(trx)
  return rows.map(({ id }) => id)
}
