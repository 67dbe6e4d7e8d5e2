import type { Trx } from '../db/tenancy.ts'
import { fold, wordsOf } from '../db/words.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { assertFits, placeIn } from './place.ts'

export type NewFolder = { name: string; parentId: Uuid | null; createdAt?: Date }

/**
 * A folder, counted by its parent.
 * @throws {ApiError} `invalid` when the parent is not there, has a folder of that name, or the path gets too long.
 */
export async function createFolder(trx: Trx, companyId: CompanyId, folder: NewFolder): Promise<Uuid> {
  const id = newId(folder.createdAt)
  const place = await placeIn(trx, companyId, folder.parentId)
  const path = `${place.path}/${folder.name}`
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
      name_key: fold(folder.name),
      path,
      depth: place.depth + 1,
      updated_at: folder.createdAt ?? new Date(),
    })
    .execute()
  await countFolders(trx, companyId, folder.parentId, 1)
  await setWords(trx, companyId, id, folder.name)
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

/** The words by which the folder is found. */
export async function setWords(trx: Trx, companyId: CompanyId, id: Uuid, name: string) {
  await trx.deleteFrom('folder_words').where('company_id', '=', companyId).where('id', '=', id).execute()
  const words = wordsOf(name).map((word) => ({ company_id: companyId, word, id }))
  if (words.length > 0) await trx.insertInto('folder_words').values(words).execute()
}
