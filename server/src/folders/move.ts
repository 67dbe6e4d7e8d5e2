import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { fold } from '../db/words.ts'
import { invalid } from '../http/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { byteLength, countFolders, setWords } from './create.ts'
import { assertFits, placeIn } from './place.ts'

/** What changes; what is not given stays. */
export type FolderChange = { name?: string | undefined; parentId?: Uuid | null | undefined }

/**
 * Renames and moves a folder. Whatever is below it goes with it, in one statement.
 * @returns the ids of the folders below it: their paths are new too.
 * @throws {ApiError} `invalid` for a parent that is not there or lies inside the folder itself, for a name that a
 * sibling has, and for paths that get too long.
 */
export async function moveFolder(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { name: newName, parentId: newParent }: FolderChange,
  now: Date,
): Promise<Uuid[]> {
  const folder = await trx
    .selectFrom('folders')
    .select(['name', 'path', 'depth', 'parent_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const name = newName ?? folder.name
  const parentId = newParent === undefined ? folder.parent_id : newParent
  const place = await placeIn(trx, companyId, parentId)
  if (place.path === folder.path || place.path.startsWith(`${folder.path}/`))
    throw invalid('parent_id', 'A folder cannot be moved into itself.')
  const path = `${place.path}/${name}`
  const longest = await longestBelow(trx, companyId, folder.path)
  await assertFits(trx, companyId, {
    id,
    parentId,
    name,
    pathLength: longest - byteLength(folder.path) + byteLength(path),
  })

  const moved = await moveSubtree(trx, companyId, folder, { path, depth: place.depth + 1 }, now)
  await trx
    .updateTable('folders')
    .set({ name, name_key: fold(name), parent_id: parentId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (parentId !== folder.parent_id) {
    await countFolders(trx, companyId, folder.parent_id, -1)
    await countFolders(trx, companyId, parentId, 1)
  }
  if (name !== folder.name) await setWords(trx, companyId, id, name)
  return moved.filter((one) => one !== id)
}

type Position = { path: string; depth: number }

async function moveSubtree(trx: Trx, companyId: CompanyId, from: Position, to: Position, now: Date) {
  const { rows } = await sql<{ id: Uuid }>`
    update folders set
      path = ${to.path} || substr(path, length(${from.path}) + 1),
      depth = depth + ${to.depth - from.depth},
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and deleted_at is null and ${inSubtree(from.path)}
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function longestBelow(trx: Trx, companyId: CompanyId, path: string): Promise<number> {
  const { rows } = await sql<{ longest: number }>`
    select max(octet_length(path)) as longest from folders
    where company_id = ${companyId} and deleted_at is null and ${inSubtree(path)}`.execute(trx)
  return rows[0]!.longest
}

/** A folder and all below it: `0` is what comes after `/`. What lies in the trash may have the same paths. */
export const inSubtree = (path: string) =>
  sql<boolean>`(path = ${path} or (path > ${`${path}/`} and path < ${`${path}0`}))`
