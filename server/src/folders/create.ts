import { sql } from 'kysely'
import { setWords } from '../db/search-filter.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { assertSettled } from '../jobs/large-change.ts'
import { assertFits, placeIn } from './path-rules.ts'

export type NewFolder = { name: string; parentId: Uuid | null; createdAt?: Date }

/**
 * Creates a folder and counts it in its parent.
 * @throws {ApiError} `invalid` if the parent does not exist, a sibling has the name, or the path is too
 *   long; `still_changing`.
 */
export async function createFolder(trx: Trx, companyId: CompanyId, folder: NewFolder): Promise<Uuid> {
  const id = newId(folder.createdAt)
  const place = await placeIn(trx, companyId, folder.parentId)
  const path = `${place.path}/${folder.name}`
  await assertSettled(trx, companyId, { paths: [path] })
  await assertFits(trx, companyId, {
    id,
    parentId: folder.parentId,
    name: folder.name,
    pathLength: byteLength(path),
  })
  await trx
    .insertInto('folders')
    .values({
      company_id: companyId,
      id,
      parent_id: folder.parentId,
      name: folder.name,
      name_key: nameKey(folder.name),
      path,
      depth: place.depth + 1,
      updated_at: folder.createdAt ?? new Date(),
    })
    .execute()
  await countFolders(trx, companyId, folder.parentId, 1)
  await setWords(trx, companyId, 'folder', id, folder.name)
  return id
}

export const byteLength = (text: string) => Buffer.byteLength(text)

export async function countFolders(trx: Trx, companyId: CompanyId, id: Uuid | null, more: 1 | -1) {
  if (id === null) return
  await trx
    .updateTable('folders')
    .set((eb) => ({ folders_count: eb('folders_count', '+', more) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Updates the folder counts of parents by 1 for each restored folder, and by -1 for each trashed folder. */
export async function countChildren(
  trx: Trx,
  companyId: CompanyId,
  parentIds: readonly (Uuid | null)[],
  more: 1 | -1,
) {
  await sql`
    update folders f set folders_count = f.folders_count + ${more}::int * c.folders from (
      select id, count(*) as folders from unnest(${parentIds}::uuid[]) parents(id) where id is not null group by id
    ) c
    where f.company_id = ${companyId} and f.id = c.id`.execute(trx)
}
