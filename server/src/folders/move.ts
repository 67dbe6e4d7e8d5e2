import { sql } from 'kysely'
import { setWords } from '../db/search-filter.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { assertSettled, finish, type StepResult } from '../jobs/large-change.ts'
import { byteLength, countFolders } from './create.ts'
import { assertFits, placeIn } from './path-rules.ts'
import { below, foldersBelow, inSubtree } from './subtree.ts'

/** Omitted fields stay unchanged. */
export type FolderChange = { name?: string | undefined; parentId?: Uuid | null | undefined }

/**
 * Renames or moves a folder. Its subfolders get new paths, with an event for each. If there are many
 * subfolders, a job updates them.
 * @throws {ApiError} `invalid` for a parent that does not exist or is inside the folder itself, for a name
 *   that a sibling has, and for paths that are too long; `still_changing`.
 */
export async function moveFolder(
  context: Changing<unknown> & { id: Uuid },
  { name: newName, parentId: newParent }: FolderChange,
): Promise<void> {
  const { trx, companyId, id, now } = context
  const folder = await trx
    .selectFrom('folders')
    .select(['name', 'path', 'depth', 'parent_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await assertSettled(trx, companyId, { paths: [folder.path] })
  const name = newName ?? folder.name
  const parentId = newParent === undefined ? folder.parent_id : newParent
  const place = await placeIn(trx, companyId, parentId)
  if (place.path === folder.path || place.path.startsWith(`${folder.path}/`))
    throw invalid('parent_id', 'A folder cannot be moved into itself.')
  const path = `${place.path}/${name}`
  await assertSettled(trx, companyId, { paths: [path] })
  const longest = await longestBelow(trx, companyId, folder.path)
  await assertFits(trx, companyId, {
    id,
    parentId,
    name,
    pathLength: longest - byteLength(folder.path) + byteLength(path),
  })

  await trx
    .updateTable('folders')
    .set({
      name,
      name_key: nameKey(name),
      parent_id: parentId,
      path,
      depth: place.depth + 1,
      updated_at: sql`greatest(${now}, updated_at + interval '1 millisecond')`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (parentId !== folder.parent_id) {
    await countFolders(trx, companyId, folder.parent_id, -1)
    await countFolders(trx, companyId, parentId, 1)
    const event = context.events.find(({ resourceId }) => resourceId === id)
    // Tells readers of the previous parent that the folder was removed.
    if (event && folder.parent_id)
      event.data = { ...event.data, moved_from: publicId('folder', folder.parent_id) }
  }
  if (name !== folder.name) await setWords(trx, companyId, 'folder', id, name)
  if (path === folder.path) return
  await finish(context, {
    type: 'folder.move',
    step: moveContent,
    state: { from: folder.path, to: path, deeper: place.depth + 1 - folder.depth },
    rows: await foldersBelow(trx, companyId, folder.path),
    paths: [folder.path, path],
    moves: { from: folder.path, to: path },
  })
}

type Moving = { from: string; to: string; deeper: number }

/** Updates folders that still have the old path. */
export async function moveContent(
  trx: Trx,
  companyId: CompanyId,
  state: Moving,
  rowsMax: number,
): Promise<StepResult<Moving>> {
  const { from, to, deeper } = state
  const { rows } = await sql<{ id: Uuid }>`
    update folders set
      path = ${to} || substr(path, length(${from}) + 1),
      depth = depth + ${deeper},
      updated_at = greatest(${new Date()}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(array(
      select id from folders where company_id = ${companyId} and deleted_at is null and ${below(from)}
      limit ${rowsMax}
    ))
    returning id`.execute(trx)
  const events = rows.map(({ id }) => ({
    type: 'folder.updated',
    resourceType: 'folder',
    resourceId: id,
    data: { fields: ['path'] },
  }))
  return { rows: rows.length, events, next: rows.length < rowsMax ? undefined : state }
}

async function longestBelow(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ longest: number }>`
    select max(octet_length(path)) as longest from folders
    where company_id = ${companyId} and deleted_at is null and ${inSubtree(path)}`.execute(trx)
  return rows[0]!.longest
}
