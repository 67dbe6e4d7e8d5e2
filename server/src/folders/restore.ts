import { sql } from 'kysely'
import { restoreAssets } from '../assets/trash.ts'
import { setWords } from '../db/search-filter.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { assertSettled, finish, type StepResult } from '../jobs/large-change.ts'
import { freeName } from '../names.ts'
import { byteLength, countChildren, countFolders } from './create.ts'
import { assertFits, isTaken, type Place, placeIn } from './path-rules.ts'
import { below, inSubtree } from './subtree.ts'
import { eventsOf } from './trash.ts'

/**
 * Restores a folder from the trash, with everything that was trashed together with it. The folder returns to its
 * parent, or to the root if the parent is trashed or deleted. In a large folder, a job restores the content: folders
 * first, parents before children, and then assets. If a sibling now has the name, a number is appended.
 * @throws {ApiError} `not_found`; `invalid` on `name` if the requested name is taken, or the paths are too
 *   long; `still_changing`.
 */
export async function restoreFolder(
  context: Changing<{ name?: string | undefined }> & { id: Uuid },
): Promise<void> {
  const { trx, companyId, id, now, events, body } = context
  const folder = await trx
    .selectFrom('folders')
    .select(['id', 'name', 'path', 'depth', 'parent_id', 'deleted_at', 'trashed_with'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!folder) throw new ApiError('not_found')
  if (folder.deleted_at === null) return
  const parentId = (await isLive(trx, companyId, folder.parent_id)) ? folder.parent_id : null
  const place = await placeIn(trx, companyId, parentId)
  const name =
    body.name ?? (await freeName(folder.name, (name) => isTaken(trx, companyId, { id, parentId, name })))
  const path = `${place.path}/${name}`
  await assertSettled(trx, companyId, { paths: [folder.path, path] })
  const trashedWith = folder.trashed_with
  const state: Restoring = {
    id,
    trashedWith,
    from: folder.path,
    to: path,
    deeper: place.depth + 1 - folder.depth,
    reached: null,
  }
  await assertReturns(trx, companyId, { ...folder, name, parentId }, place, wentTogether(state))
  const rows = await sizeOf(trx, companyId, state)
  await trx
    .updateTable('folders')
    .set({
      deleted_at: null,
      trashed_with: null,
      name,
      name_key: nameKey(name),
      parent_id: parentId,
      path,
      depth: place.depth + 1,
      // Starts at 0 and is counted again as its folders are restored.
      folders_count: 0,
      updated_at: sql`greatest(${now}, updated_at + interval '1 millisecond')`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await countFolders(trx, companyId, parentId, 1)
  if (name !== folder.name) await setWords(trx, companyId, 'folder', id, name)
  events.push(...eventsOf('folder', 'restored', [id]))
  await finish(context, {
    type: 'folder.restore',
    step: restoreContent,
    state,
    rows,
    paths: [folder.path, path],
  })
}

type Restoring = {
  id: Uuid
  trashedWith: Uuid | null
  from: string
  to: string
  deeper: number
  /** The path up to which assets have been restored. Null while folders are being restored. */
  reached: string | null
}

/** Restores folders in the order of their paths, and then their assets, folder by folder. */
export async function restoreContent(
  trx: Trx,
  companyId: CompanyId,
  state: Restoring,
  rowsMax: number,
): Promise<StepResult<Restoring>> {
  const now = new Date()
  if (state.reached !== null) return restoreAssetsIn(trx, companyId, state, state.reached, rowsMax, now)
  const { from, to, deeper } = state
  const { rows } = await sql<{ id: Uuid; parent_id: Uuid | null }>`
    update folders set deleted_at = null, trashed_with = null, folders_count = 0,
      path = ${to} || substr(path, length(${from}) + 1),
      depth = depth + ${deeper},
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(array(
      select id from folders where company_id = ${companyId} and deleted_at is not null and ${wentTogether(state)}
      order by path limit ${rowsMax}
    ))
    returning id, parent_id`.execute(trx)
  await countChildren(
    trx,
    companyId,
    rows.map(({ parent_id }) => parent_id),
    1,
  )
  const ids = rows.map(({ id }) => id)
  return {
    rows: ids.length,
    events: eventsOf('folder', 'restored', ids),
    next: ids.length < rowsMax ? { ...state, reached: to } : state,
  }
}

async function restoreAssetsIn(
  trx: Trx,
  companyId: CompanyId,
  state: Restoring,
  reached: string,
  rowsMax: number,
  now: Date,
): Promise<StepResult<Restoring>> {
  const { rows: folders } = await sql<{ id: Uuid; path: string }>`
    select id, path from folders
    where company_id = ${companyId} and deleted_at is null and path > ${reached} and path < ${`${state.to}0`}
      and path >= ${`${state.to}/`}
    order by path limit ${rowsMax}`.execute(trx)
  const folderIds = folders.map(({ id }) => id)
  const ids = await trashedIn(
    trx,
    companyId,
    reached === state.to ? [state.id, ...folderIds] : folderIds,
    state,
    rowsMax,
  )
  const restored = await restoreAssets(trx, companyId, ids, now)
  const isEmptied = ids.length < rowsMax
  const isLast = folders.length < rowsMax
  return {
    rows: restored.length,
    events: eventsOf('asset', 'restored', restored),
    next: !isEmptied ? state : isLast ? undefined : { ...state, reached: folders.at(-1)!.path },
  }
}

const wentTogether = ({ trashedWith, from }: Pick<Restoring, 'trashedWith' | 'from'>) =>
  sql<boolean>`trashed_with = ${trashedWith}::uuid and ${below(from)}`

/**
 * An estimate of the number of restored resources. For the folder that was trashed, counts everything trashed
 * with it.
 */
async function sizeOf(trx: Trx, companyId: CompanyId, state: Restoring): Promise<number> {
  const { id, trashedWith, from } = state
  const isAll = id === trashedWith
  const { rows } = await sql<{ size: number }>`
    with going as (
      select id from folders
      where company_id = ${companyId} and deleted_at is not null and trashed_with = ${trashedWith}::uuid
        and ${inSubtree(from)}
      limit ${countedMax}
    )
    select (select count(*) from going) - 1 + (
      select count(*) from (
        select from assets
        where company_id = ${companyId} and trashed_with = ${trashedWith}::uuid
          and (${isAll} or folder_id = any(array(select id from going)))
        limit ${countedMax}
      ) assets
    ) as size`.execute(trx)
  return rows[0]!.size
}

/** Maximum count. Counting this far takes about 10 ms and suffices to know that there are many. */
const countedMax = 20_000

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
  together: ReturnType<typeof wentTogether>,
) {
  const { rows } = await sql<{ longest: number | null }>`
    select max(octet_length(path)) as longest from folders
    where company_id = ${companyId} and deleted_at is not null and ${together}`.execute(trx)
  const longest = rows[0]!.longest ?? byteLength(path)
  const pathLength = longest - byteLength(path) + byteLength(`${place.path}/${name}`)
  await assertFits(trx, companyId, { id, parentId, name, pathLength })
}

async function trashedIn(
  trx: Trx,
  companyId: CompanyId,
  folderIds: readonly Uuid[],
  { trashedWith }: Restoring,
  limit: number,
) {
  const { rows } = await sql<{ id: Uuid }>`
    select id from assets
    where company_id = ${companyId} and trashed_with = ${trashedWith}::uuid
      and folder_id = any(${folderIds}::uuid[])
    limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}
