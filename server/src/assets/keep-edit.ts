import type { JsonRow } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import type { Uuid } from '../ids.ts'
import { copyValues } from '../property-values/write.ts'
import { addUpload } from './add-upload.ts'
import type { EditedPicture } from './edit.ts'
import type { EditFields } from './edit-body.ts'
import type { AssetRow } from './queries.ts'
import { replaceFile } from './replace.ts'
import { refreshAssetWords } from './words.ts'

type Keeping = Changing<EditFields> & { asset: JsonRow<AssetRow>; edited: EditedPicture }
type Kept = { id: Uuid; filed: Filed | undefined }

/**
 * Makes an edited image the current version of its asset.
 * @throws {ApiError} `changed_meanwhile` if the file of the asset was replaced during the edit.
 */
export async function keepAsVersion({ asset, edited, caller, ...context }: Keeping): Promise<Kept> {
  const { trx, companyId, events } = context
  const { id, focal_point: before } = asset
  const { focalPoint } = edited
  if (asset.file_key !== edited.sourceKey) throw new ApiError('changed_meanwhile')
  const isMoved = before?.x !== focalPoint?.x || before?.y !== focalPoint?.y
  if (isMoved)
    await trx
      .updateTable('assets')
      .set({ focal_point: focalPoint && JSON.stringify(focalPoint) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  const fields = isMoved ? ['file', 'focal_point'] : ['file']
  events.push({ type: 'asset.updated', resourceType: 'asset', resourceId: id, data: { fields } })
  const { filed } = await replaceFile({ ...context, id, personId: caller.personId }, edited.upload)
  return { id, filed }
}

/** Creates an asset from an edited image, in the same folder and with the same tags, texts, rights and properties. */
export async function keepAsCopy({ asset, edited, ...context }: Keeping): Promise<Kept> {
  const copied = {
    name: context.body.name ?? asset.name,
    folder_id: asset.folder_id,
    alt_text: asset.alt_text,
    description: asset.description,
    copyright: asset.copyright,
    translations: asset.translations,
    license: asset.license,
    usage_terms: asset.usage_terms,
    releases: asset.releases,
    available_from: asset.available_from === null ? null : new Date(asset.available_from),
    expires_at: asset.expires_at === null ? null : new Date(asset.expires_at),
    focal_point: edited.focalPoint,
    tags: asset.tags.flatMap(({ id, source }) => (source === 'manual' ? [id] : [])),
  }
  const created: Changing<unknown>['events'] = []
  const isFromVisitor = asset.upload_share_id !== null
  const adding = { ...context, body: copied, events: created, isFromVisitor }
  const { id, filed } = await addUpload(adding, edited.upload)
  const { trx, companyId } = context
  await copyValues(trx, companyId, 'asset', { from: asset.id, to: id })
  await refreshAssetWords(trx, companyId, [id])
  context.events.push({ type: 'asset.created', resourceType: 'asset', resourceId: id }, ...created)
  return { id, filed }
}
