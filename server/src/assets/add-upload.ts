import type { z } from 'zod'
import type { AssetWords, Embedded } from '../db/schema.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import type { Uuid } from '../ids.ts'
import { newValues } from '../property-values/given-values.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import { mergedTranslations } from '../translations/merge.ts'
import { assertPeriod } from './availability.ts'
import { altTextLengthMax, copyrightLengthMax, type formFields, usageTermsLengthMax } from './body.ts'
import { createAsset } from './create.ts'
import { asTitle, fileNameOf, titleOf } from './file-names.ts'
import { keepUpload } from './files.ts'
import { setKeywordTags } from './keyword-tags.ts'
import { pictureFacts } from './picture-facts.ts'
import { assertFolder } from './references.ts'
import { askForRenditions, renditionsOf } from './rendition-job.ts'
import type { StoredUpload } from './upload.ts'

export type UploadFields = z.output<z.ZodObject<typeof formFields>>

/** A visitor of a share who uploads a file. The name is null if the page does not ask for it. */
export type Uploader = { shareId: Uuid; name: string | null }

type Adding = Omit<Changing<UploadFields>, 'caller' | 'author' | 'address' | 'following'> & {
  caller: { personId: Uuid | null }
  uploader?: Uploader | undefined
  /** Whether the metadata of the file is ignored, because it comes from a visitor. Default: whether there is an uploader. */
  isFromVisitor?: boolean
}

/**
 * Creates an asset from an uploaded file, with the uploader's metadata and the metadata of the file itself.
 */
export async function addUpload(
  { trx, companyId, caller, body, now, services, events, uploader, isFromVisitor = !!uploader }: Adding,
  upload: StoredUpload,
): Promise<{ id: Uuid; filed: Filed }> {
  const { facts } = upload
  // A visitor without an account must not set fields of the company, such as rights.
  const embedded = isFromVisitor ? {} : facts.embedded
  if (body.folder_id) await assertFolder(trx, companyId, body.folder_id)
  const tagIds = await tagIdsNamed(trx, companyId, 'asset', body.tags ?? [])
  const values = await newValues(trx, companyId, 'asset', body.properties, embedded)
  const filed = await keepUpload(trx, companyId, upload, 'file', services.storageQuotaBytes)
  const fileKey = filed.key
  const isDrawn = services.decoder.draws(facts.extension)
  const pictures = await renditionsOf(trx, companyId, fileKey, isDrawn, upload.warnings)
  const { title } = services.embedded
  const embeddedTitle = title === 'name' ? asTitle(embedded.title) : undefined
  const name = body.name ?? embeddedTitle ?? titleOf(upload.fileName)
  const id = await createAsset(trx, companyId, {
    name,
    filename: fileNameOf(upload.fileName, name, facts.extension),
    removed: facts.removed,
    warnings: upload.warnings,
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
    ...rightsOf(embedded, body),
    ...embeddedFields(embedded, body, title === 'description'),
    external_id: body.external_id ?? null,
    focal_point: body.focal_point ?? null,
    dominant_color: facts.colors?.dominantColor ?? null,
    ...pictureFacts(facts),
    page_count: facts.pageCount,
    embedded: facts.embedded,
    metadata: body.metadata ?? {},
    translations: mergedTranslations<AssetWords>({}, body.translations ?? {}),
    created_by: caller.personId,
    upload_share_id: uploader?.shareId ?? null,
    uploader_name: uploader?.name ?? null,
    deleted_at: null,
    values,
    tagIds,
    createdAt: now,
  })
  if (services.embedded.keywords) await setKeywordTags(trx, companyId, id, embedded.keywords, events)
  if (pictures.status === 'processing') await askForRenditions(services, trx, companyId, fileKey)
  return { id, filed }
}

/** @throws {ApiError} `invalid` on `expires_at`. */
function rightsOf({ usage_terms, rights_expire_at }: Embedded, body: UploadFields) {
  const { license = null, releases = [], available_from = null } = body
  const expires_at =
    body.expires_at === undefined && rights_expire_at !== undefined
      ? new Date(rights_expire_at)
      : (body.expires_at ?? null)
  assertPeriod({ available_from, expires_at }, body)
  const terms = body.usage_terms === undefined ? usage_terms?.slice(0, usageTermsLengthMax) : body.usage_terms
  return { license, releases, available_from, expires_at, usage_terms: terms ?? null }
}

/** Fills fields that the upload does not set with metadata from the file. */
function embeddedFields(
  { title, alt_text, description, copyright }: Embedded,
  body: UploadFields,
  isTitleDescription: boolean,
) {
  const field = <Value>(set: Value | null | undefined, found: Value | undefined) =>
    set === undefined ? (found ?? null) : set
  return {
    alt_text: field(body.alt_text, alt_text?.slice(0, altTextLengthMax)),
    description: field(body.description, description ?? (isTitleDescription ? title : undefined)),
    copyright: field(body.copyright, copyright?.slice(0, copyrightLengthMax)),
  }
}
