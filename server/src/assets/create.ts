import type { Insertable } from 'kysely'
import type { Schema, StoredRendition } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { fold, setWords } from '../db/words.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { attachTags } from '../tags/attach.ts'

type Column = Insertable<Schema['assets']>

export type NewAsset = Omit<
  Column,
  'company_id' | 'id' | 'name_key' | 'renditions' | 'metadata' | 'focal_point' | 'tags_count' | 'updated_at'
> & {
  renditions: StoredRendition[]
  metadata: Record<string, unknown>
  focal_point: { x: number; y: number } | null
  tagIds: Uuid[]
  createdAt?: Date
}

/** An asset whose file is stored already, with its tags, counted in its folder, and found by its words. */
export async function createAsset(trx: Trx, companyId: CompanyId, asset: NewAsset): Promise<Uuid> {
  const { tagIds, createdAt = new Date(), ...columns } = asset
  const id = newId(createdAt)
  await trx
    .insertInto('assets')
    .values({
      ...columns,
      company_id: companyId,
      id,
      name_key: fold(asset.name),
      renditions: JSON.stringify(asset.renditions),
      metadata: JSON.stringify(asset.metadata),
      focal_point: asset.focal_point && JSON.stringify(asset.focal_point),
      tags_count: new Set(tagIds).size,
      updated_at: createdAt,
    })
    .execute()
  if (asset.folder_id) await countIn(trx, companyId, asset.folder_id)
  await attachTags(trx, companyId, 'asset', id, tagIds)
  await setWords(trx, companyId, 'asset', id, asset.name, asset.alt_text, asset.description)
  return id
}

const countIn = (trx: Trx, companyId: CompanyId, folderId: Uuid) =>
  trx
    .updateTable('folders')
    .set((eb) => ({ assets_count: eb('assets_count', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', folderId)
    .executeTakeFirstOrThrow()
