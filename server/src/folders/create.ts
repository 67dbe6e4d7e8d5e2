import type { Trx } from '../db/tenancy.ts'
import { fold, wordsOf } from '../db/words.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

export type NewFolder = { name: string; parentId: Uuid | null; createdAt?: Date }

/** A folder, counted by its parent. The parent's row is locked until the commit: it can't be moved meanwhile. */
export async function createFolder(trx: Trx, companyId: CompanyId, folder: NewFolder): Promise<Uuid> {
  const parent = folder.parentId === null ? rootFolder : await countIn(trx, companyId, folder.parentId)
  const id = newId(folder.createdAt)
  await trx
    .insertInto('folders')
    .values({
      company_id: companyId,
      id,
      parent_id: folder.parentId,
      name: folder.name,
      name_key: fold(folder.name),
      path: `${parent.path}/${folder.name}`,
      depth: parent.depth + 1,
      updated_at: folder.createdAt ?? new Date(),
    })
    .execute()
  const words = wordsOf(folder.name).map((word) => ({ company_id: companyId, word, id }))
  if (words.length > 0) await trx.insertInto('folder_words').values(words).execute()
  return id
}

const rootFolder = { path: '', depth: 0 }

const countIn = (trx: Trx, companyId: CompanyId, id: Uuid) =>
  trx
    .updateTable('folders')
    .set((eb) => ({ folders_count: eb('folders_count', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(['path', 'depth'])
    .executeTakeFirstOrThrow()
