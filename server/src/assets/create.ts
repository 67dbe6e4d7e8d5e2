import type { Removed } from '@atelier/svg/tree'
import type { Insertable } from 'kysely'
import type {
  AssetTranslations,
  Embedded,
  FileWarning,
  Release,
  Schema,
  StoredRendition,
} from '../db/schema.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { CheckedValues } from '../property-values/types.ts'
import { writeValues } from '../property-values/write.ts'
import { attachTags } from '../tags/attach.ts'
import { addVersion, keepRenditions, type NewVersion } from './versions.ts'
import { setAssetWords } from './words.ts'

type Column = Insertable<Schema['assets']>

export type NewAsset = Omit<
  Column,
  | 'company_id'
  | 'id'
  | 'name_key'
  | 'renditions'
  | 'metadata'
  | 'embedded'
  | 'translations'
  | 'focal_point'
  | 'license'
  | 'usage_terms'
  | 'releases'
  | 'available_from'
  | 'expiry_notice'
  | 'expiry_mailed'
  | 'tags_count'
  | 'updated_at'
  | 'removed'
  | 'warnings'
> & {
  renditions: StoredRendition[]
  removed?: Removed[]
  warnings?: FileWarning[]
  metadata: Record<string, unknown>
  translations?: AssetTranslations
  embedded?: Embedded
  focal_point: { x: number; y: number } | null
  license?: string | null
  usage_terms?: string | null
  releases?: Release[]
  available_from?: Date | null
  /** Values of custom properties. */
  values?: CheckedValues
  tagIds: Uuid[]
  createdAt?: Date
}

/**
 * Creates an asset for a stored file, with its first version and tags, its folder count and its search terms.
 */
export async function createAsset(trx: Trx, companyId: CompanyId, asset: NewAsset): Promise<Uuid> {
  const { tagIds, values, createdAt = new Date(), ...columns } = asset
  const id = newId(createdAt)
  await trx
    .insertInto('assets')
    .values({
      ...columns,
      company_id: companyId,
      id,
      name_key: nameKey(asset.name),
      renditions: JSON.stringify(asset.renditions),
      metadata: JSON.stringify(asset.metadata),
      translations: JSON.stringify(asset.translations ?? {}),
      embedded: JSON.stringify(asset.embedded ?? {}),
      focal_point: asset.focal_point && JSON.stringify(asset.focal_point),
      removed: JSON.stringify(asset.removed ?? []),
      warnings: JSON.stringify(asset.warnings ?? []),
      releases: JSON.stringify(asset.releases ?? []),
      tags_count: new Set(tagIds).size,
      updated_at: createdAt,
    })
    .execute()
  await addVersion(trx, companyId, id, firstVersion(asset, createdAt))
  await keepRenditions(trx, companyId, asset.file_key, asset.renditions)
  if (asset.folder_id && !asset.deleted_at) await countInFolder(trx, companyId, asset.folder_id, 1)
  await attachTags(trx, companyId, 'asset', id, tagIds)
  if (values) await writeValues(trx, companyId, 'asset', [id], values)
  await setAssetWords(trx, companyId, id, asset)
  return id
}

const firstVersion = (asset: NewAsset, createdAt: Date): NewVersion => ({
  version: asset.version ?? 1,
  type: asset.type,
  mime_type: asset.mime_type,
  extension: asset.extension,
  size: asset.size,
  width: asset.width ?? null,
  height: asset.height ?? null,
  duration: asset.duration ?? null,
  dominant_color: asset.dominant_color ?? null,
  page_count: asset.page_count ?? null,
  embedded: asset.embedded ?? {},
  checksum: asset.checksum,
  file_key: asset.file_key,
  restored_from: null,
  orientation: asset.orientation ?? null,
  color: asset.color ?? null,
  color_cell: asset.color_cell ?? null,
  has_alpha: asset.has_alpha ?? null,
  is_animated: asset.is_animated ?? null,
  filename: asset.filename ?? null,
  removed: asset.removed ?? [],
  warnings: asset.warnings ?? [],
  created_by: asset.created_by ?? null,
  created_at: createdAt,
})

/** Updates the folder's count of live assets. */
export async function countInFolder(trx: Trx, companyId: CompanyId, folderId: Uuid, more: number) {
  await trx
    .updateTable('folders')
    .set((eb) => ({ assets_count: eb('assets_count', '+', more) }))
    .where('company_id', '=', companyId)
    .where('id', '=', folderId)
    .execute()
}
