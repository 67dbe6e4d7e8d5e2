import { rm } from 'node:fs/promises'
import type { Embedded } from '../db/schema.ts'
import { asCompany, type JsonRow } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { xmpPacket } from '../file-metadata/xmp-packet.ts'
import { current } from '../http/endpoints/crud-endpoints.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type EditLayout, editLayout, movedPoint } from '../images/edit-layout.ts'
import { type Rendering, renditionFormats } from '../images/rendering.ts'
import type { Services } from '../services.ts'
import { type EditFields, editOf, editQualityDefault } from './edit-body.ts'
import { editFaults, sizeFaults, uneditable } from './edit-faults.ts'
import { calledAs, refiled } from './file-names.ts'
import { assertRoom } from './files.ts'
import type { AssetRow } from './queries.ts'
import { assetsResource } from './resource.ts'
import { temporaryIn, withSourceFile } from './source-file.ts'
import { refused, type StoredUpload, storeUpload } from './upload.ts'

/** Maximum number of concurrent edits in one process. Further edits wait, up to `editsQueuedMax`. */
export const editsMax = 4
export const editsQueuedMax = 100

/** An edited image in storage, under a new key that no row references yet. */
export type EditedPicture = {
  upload: StoredUpload
  /** The file that was edited. */
  sourceKey: string
  focalPoint: { x: number; y: number } | null
}

type Asked = Pick<EndpointInput, 'caller' | 'ifMatch' | 'settled'> & { id: string; body: EditFields }

/**
 * Checks an edit, renders it and stores the result. Renders in decoder processes, a few at a time, shared
 * fairly between companies.
 * @throws {ApiError} `not_found`, `changed_meanwhile`, `invalid` by field, `unavailable` while too many wait.
 */
export async function makeEdit(
  { caller: { companyId }, ifMatch, settled, id, body }: Asked,
  services: Services,
): Promise<EditedPicture> {
  const asset = await asCompany(services.db, companyId, async (trx) => {
    const { row } = await current(assetsResource, trx, companyId, id, ifMatch)
    await assertRoom(trx, companyId, 1, 'id', services.storageQuotaBytes)
    return row
  })
  const request = requestOf(asset, body, services)
  const path = temporaryIn(services.storage)
  settled.push(() => rm(path, { force: true }))
  const { size, checksum } = await services.edits.run(companyId, () =>
    withSourceFile(services, companyId, asset.file_key, (source) =>
      services.decoder.edit(companyId, source.path, source.extension, { ...request, path }, source.fonts),
    ).catch(refused('id')),
  )
  const extension = request.format === 'jpeg' ? 'jpg' : request.format
  const file = new ReceivedFile(path, size, checksum, refiled(calledAs(asset), undefined, extension))
  return {
    upload: await storeUpload(file, 'format', companyId, services, settled),
    sourceKey: asset.file_key,
    focalPoint: focusAfter(asset, request, body),
  }
}

function requestOf(asset: JsonRow<AssetRow>, body: EditFields, { decoder }: Services) {
  const why = uneditable(asset, decoder.draws(asset.extension))
  if (why !== undefined) throw invalid('id', why)
  const from = { width: asset.width!, height: asset.height! }
  const format = body.format ?? formatOf(asset.extension)
  const faults = editFaults(asset, from, body)
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
  const layout = editLayout(from, editOf(body), asset.focal_point)
  const tooLarge = sizeFaults(asset, from, layout, body, format)
  if (Object.keys(tooLarge).length > 0) throw new ApiError('invalid', { faults: tooLarge })
  const { rotate, flip, quality = editQualityDefault } = body
  return { ...layout, from, rotate, flip, format, quality, xmp: xmpOf(asset.embedded) }
}

const formatOf = (extension: string): Rendering['format'] =>
  extension === 'jpg' ? 'jpeg' : (renditionFormats.find((format) => format === extension) ?? 'png')

/** The text metadata for the result's file. Camera metadata (location, time, exposure) is dropped. */
function xmpOf({
  title,
  description,
  keywords = [],
  creators = [],
  ...embedded
}: Embedded): string | undefined {
  const { credit, copyright, usage_terms, alt_text, rights_expire_at } = embedded
  const texts = { title, description, credit, copyright, usageTerms: usage_terms, altText: alt_text }
  const fields = { ...texts, keywords, creators, rightsExpireAt: rights_expire_at }
  const isEmpty = Object.values(fields).every((value) => value === undefined || value.length === 0)
  return isEmpty ? undefined : xmpPacket(fields).toString()
}

function focusAfter(
  { focal_point }: JsonRow<AssetRow>,
  { from, ...layout }: EditLayout & { from: { width: number; height: number } },
  body: EditFields,
) {
  if (body.focal_point !== undefined) return body.focal_point
  return focal_point && movedPoint(focal_point, from, editOf(body), layout)
}
