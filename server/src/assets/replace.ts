import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { reviewAgain } from '../reviews/change.ts'
import type { Services } from '../services.ts'
import { calledAs, fileNameOf, refiled } from './file-names.ts'
import { keepUpload } from './files.ts'
import { familiesOf, redrawFamilies } from './font-families.ts'
import { setKeywordTags } from './keyword-tags.ts'
import { pictureFacts } from './picture-facts.ts'
import { askForRenditions, renditionsOf } from './rendition-job.ts'
import { searchedColumns } from './search-texts.ts'
import type { StoredUpload } from './upload.ts'
import { assertUnused } from './usages.ts'
import { addVersion, type NewVersion } from './versions.ts'
import { setAssetWords } from './words.ts'

export const versionsMax = 1_000

type Replacing = {
  trx: Trx
  companyId: CompanyId
  id: Uuid
  personId: Uuid | null
  now: Date
  services: Services
  events: NewEvent[]
}

/** Whether the asset changed, and where its uploaded file is stored. */
export type Replaced = { isChanged: boolean; filed?: Filed | undefined }

/** Replaces the file of an asset: adds a new version under the same ID. */
export async function replaceFile(context: Replacing, upload: StoredUpload): Promise<Replaced> {
  const { trx, companyId, id, now, personId, services } = context
  const { facts } = upload
  const { key, duplicateOf } = await keepUpload(trx, companyId, upload, 'file', services.storageQuotaBytes)
  await setFile(context, {
    version: await nextVersion(trx, companyId, id),
    type: facts.kind,
    mime_type: facts.mimeType,
    extension: facts.extension,
    size: upload.size,
    width: facts.width,
    height: facts.height,
    duration: facts.duration,
    dominant_color: facts.colors?.dominantColor ?? null,
    ...pictureFacts(facts),
    page_count: facts.pageCount,
    embedded: facts.embedded,
    checksum: upload.checksum,
    file_key: key,
    restored_from: null,
    filename: upload.fileName === undefined ? null : fileNameOf(upload.fileName, '', facts.extension),
    removed: facts.removed,
    warnings: upload.warnings,
    created_by: personId,
    created_at: now,
  })
  return { isChanged: true, filed: { key, ...(duplicateOf !== id && { duplicateOf }) } }
}

/**
 * Restores the file of an earlier version as a new version, so that no version is lost.
 * @returns unchanged if that version is the current one.
 * @throws {ApiError} `not_found` if the asset has no such version.
 */
export async function restoreVersion(context: Replacing, version: number): Promise<Replaced> {
  const { trx, companyId, id, now, personId } = context
  const earlier = await trx
    .selectFrom('asset_versions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('asset_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!earlier) throw new ApiError('not_found')
  const next = await nextVersion(trx, companyId, id)
  if (version === next - 1) return { isChanged: false }
  const { company_id: _, asset_id: __, automatic_tags: ___, ...file } = earlier
  await setFile(context, {
    ...file,
    version: next,
    restored_from: version,
    created_by: personId,
    created_at: now,
  })
  return { isChanged: true }
}

/** @throws {ApiError} `in_use` when a usage of the asset cannot show a file of that type. */
async function setFile(context: Replacing, file: NewVersion) {
  const { trx, companyId, id, now, services, events } = context
  const { restored_from: _, created_by: __, created_at: ___, embedded, ...columns } = file
  const before = await trx
    .selectFrom('assets')
    .select(['type', 'name', 'filename', 'extension', 'upload_share_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (before.type !== file.type) await assertUnused(trx, companyId, [id])
  const isDrawn = services.decoder.draws(file.extension)
  const { renditions, status } = await renditionsOf(trx, companyId, file.file_key, isDrawn, file.warnings)
  const filename = refiled(calledAs(before), file.filename ?? undefined, file.extension)
  await addVersion(trx, companyId, id, { ...file, filename: file.filename ?? filename })
  const asset = await trx
    .updateTable('assets')
    .set({
      ...columns,
      filename,
      embedded: JSON.stringify(embedded),
      removed: JSON.stringify(file.removed),
      warnings: JSON.stringify(file.warnings),
      status,
      renditions: JSON.stringify(renditions),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(searchedColumns)
    .executeTakeFirstOrThrow()
  events.push(...(await reviewAgain(context, 'asset', id)))
  await setAssetWords(trx, companyId, id, asset)
  // An edited or restored file from a visitor still contains the visitor's keywords.
  const tagsByKeywords = services.embedded.keywords && before.upload_share_id === null
  if (tagsByKeywords) await setKeywordTags(trx, companyId, id, embedded.keywords, events)
  if (file.type === 'font')
    await redrawFamilies(trx, services, companyId, await familiesOf(trx, companyId, 'asset_id', id))
  if (status === 'processing') await askForRenditions(services, trx, companyId, file.file_key)
}

async function nextVersion(trx: Trx, companyId: CompanyId, id: Uuid): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select max(version) as last from asset_versions where company_id = ${companyId} and asset_id = ${id}`.execute(
    trx,
  )
  const { last } = rows[0]!
  if (last >= versionsMax) throw invalid('file', `An asset can have at most ${versionsMax} versions.`)
  return last + 1
}
