import { sql } from 'kysely'
import { trashAssets } from '../assets/trash.ts'
import { usagesOf } from '../assets/usages.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { assertSettled, finish, type StepResult } from '../jobs/large-change.ts'
import { countChildren, countFolders } from './create.ts'
import { below, sizeOf } from './subtree.ts'

/**
 * Trashes a folder and, with `recursive`, its content. Resources that are trashed together are restored
 * together. For a large folder, a job trashes the content from the deepest folder up, and the folder itself
 * is trashed immediately.
 * @throws {ApiError} `not_empty` with the counts of its content; `in_use` with the usages of an asset in it;
 *   `still_changing`.
 */
export async function trashFolder(
  context: Changing<unknown> & { id: Uuid },
  recursive: boolean,
): Promise<void> {
  const { trx, companyId, id, now } = context
  const folder = await trx
    .selectFrom('folders')
    .select(['path', 'parent_id', 'assets_count', 'folders_count'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { path, parent_id, assets_count, folders_count } = folder
  if (!recursive && assets_count + folders_count > 0)
    throw new ApiError('not_empty', { more: { assets_count, folders_count } })
  await assertSettled(trx, companyId, { paths: [path] })
  await assertUnusedIn(trx, companyId, path)
  const rows = await sizeOf(trx, companyId, path)
  await trx
    .updateTable('folders')
    .set({
      deleted_at: now,
      trashed_with: id,
      updated_at: sql`greatest(${now}, updated_at + interval '1 millisecond')`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await countFolders(trx, companyId, parent_id, -1)
  await finish(context, {
    type: 'folder.trash',
    step: trashContent,
    state: { id, path, deletedAt: now.toISOString() },
    rows,
    paths: [path],
  })
}

type Trashing = { id: Uuid; path: string; deletedAt: string }

/**
 * Trashes assets of the last folders by path and then those folders, so that children are trashed before
 * their parents.
 */
export async function trashContent(
  trx: Trx,
  companyId: CompanyId,
  state: Trashing,
  rowsMax: number,
): Promise<StepResult<Trashing>> {
  const now = new Date()
  const deletedAt = new Date(state.deletedAt)
  const { rows: last } = await sql<{ id: Uuid }>`
    select id from folders
    where company_id = ${companyId} and deleted_at is null and ${below(state.path)}
    order by path desc limit ${rowsMax}`.execute(trx)
  const folderIds = last.map(({ id }) => id)
  const isLast = folderIds.length < rowsMax
  const assetIds = await liveAssetsIn(trx, companyId, isLast ? [...folderIds, state.id] : folderIds, rowsMax)
  const trashed = await trashAssets(trx, companyId, assetIds, now, { id: state.id, deletedAt })
  const isEmptied = assetIds.length < rowsMax
  const empty = isEmptied ? folderIds.slice(0, rowsMax - assetIds.length) : []
  const gone = await trashEmpty(trx, companyId, empty, state.id, { now, deletedAt })
  return {
    rows: trashed.length + gone.length,
    events: [...eventsOf('folder', 'deleted', gone), ...eventsOf('asset', 'deleted', trashed)],
    next: isLast && isEmptied && empty.length === folderIds.length ? undefined : state,
  }
}

export const eventsOf = (resourceType: string, verb: string, ids: readonly Uuid[]): NewEvent[] =>
  ids.map((resourceId) => ({ type: `${resourceType}.${verb}`, resourceType, resourceId }))

async function liveAssetsIn(trx: Trx, companyId: CompanyId, folderIds: readonly Uuid[], limit: number) {
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and deleted_at is null and folder_id = any(${folderIds}::uuid[])
    limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

async function trashEmpty(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  trashedWith: Uuid,
  { now, deletedAt }: { now: Date; deletedAt: Date },
): Promise<Uuid[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: Uuid; parent_id: Uuid | null }>`
    update folders set deleted_at = ${deletedAt}, trashed_with = ${trashedWith}::uuid,
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, parent_id`.execute(trx)
  await countChildren(
    trx,
    companyId,
    rows.map(({ parent_id }) => parent_id),
    -1,
  )
  return rows.map(({ id }) => id)
}

/** Maximum number of usages in an error. */
const usedNamedMax = 500

/** @throws {ApiError} `in_use` */
async function assertUnusedIn(trx: Trx, companyId: CompanyId, path: string) {
  // Starts from the usages, because a large folder has fewer usages than assets.
  const { rows } = await sql<{ id: Uuid }>`
    select a.id from assets a join folders f on f.company_id = ${companyId} and f.id = a.folder_id
    where a.company_id = ${companyId} and a.deleted_at is null
      and a.id in (
        select asset_id from brand_kit_logos where company_id = ${companyId}
        union select asset_id from brand_kit_fonts where company_id = ${companyId}
        union select asset_id from template_assets where company_id = ${companyId}
      )
      and f.deleted_at is null and (f.path = ${path} or (f.path > ${`${path}/`} and f.path < ${`${path}0`}))
    limit ${usedNamedMax}`.execute(trx)
  const used = await usagesOf(
    trx,
    companyId,
    rows.map(({ id }) => id),
  )
  const usages = [...used.values()].flat()
  if (usages.length > 0) throw new ApiError('in_use', { more: { usages } })
}
