import type { z } from 'zod'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import type { Uuid } from '../ids.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import { automaticTags, setAutomaticTags } from './automatic-tags.ts'
import type { formFields } from './body.ts'
import { createAsset } from './create.ts'
import { keepUpload } from './files.ts'
import { assertFolder } from './references.ts'
import { askForRenditions, renditionsOf } from './rendition-job.ts'
import { type StoredUpload, titleOf } from './upload.ts'

export type UploadFields = z.output<z.ZodObject<typeof formFields>>

type Adding = Omit<Changing<UploadFields>, 'caller' | 'author' | 'following'> & {
  /** The person that the asset is created for. */
  caller: { personId: Uuid | null }
}

/** Creates an asset from an uploaded file, with the uploader's metadata and what the file itself shows. */
export async function addUpload(
  { trx, companyId, caller, body, now, services, events }: Adding,
  upload: StoredUpload,
): Promise<{ id: Uuid; filed: Filed }> {
  const { facts } = upload
  if (body.folder_id) await assertFolder(trx, companyId, body.folder_id)
  const tagIds = await tagIdsNamed(trx, companyId, 'asset', body.tags ?? [])
  const filed = await keepUpload(trx, companyId, upload, 'file', services.storageQuotaBytes)
  const fileKey = filed.key
  const pictures = await renditionsOf(trx, companyId, fileKey, facts.isDrawn)
  const found = automaticTags(facts)
  const id = await createAsset(trx, companyId, {
    name: body.name ?? titleOf(upload.fileName),
    type: facts.kind,
    mime_type: facts.mimeType,
    extension: facts.extension,
    size: upload.size,
    width: facts.width,
    height: facts.height,
    duration: facts.duration,
    checksum: upload.checksum,
    ...pictures,
    file_key: fileKey,
    folder_id: body.folder_id ?? null,
    alt_text: body.alt_text ?? null,
    description: body.description ?? null,
    copyright: body.copyright ?? null,
    expires_at: body.expires_at ?? null,
    external_id: body.external_id ?? null,
    focal_point: body.focal_point ?? null,
    dominant_color: facts.colors?.dominantColor ?? null,
    page_count: facts.pageCount,
    embedded: facts.embedded,
    metadata: body.metadata ?? {},
    created_by: caller.personId,
    deleted_at: null,
    tagIds,
    automaticTags: found,
    createdAt: now,
  })
  await setAutomaticTags(trx, companyId, id, found, events)
  if (pictures.status === 'processing') await askForRenditions(services, trx, companyId, fileKey)
  return { id, filed }
}
