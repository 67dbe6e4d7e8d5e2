import { z } from 'zod'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change, type NewEvent } from '../events/append.ts'
import { current, showingFiled } from '../http/endpoints/crud-endpoints.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import { versionPattern, versionsEndpoint } from '../http/endpoints/version-endpoints.ts'
import { uploadedFile } from '../http/files/upload.ts'
import type { Services } from '../services.ts'
import { withName } from '../storage/variants.ts'
import { Creator, creator, Time } from '../wire.ts'
import { type LinksAsked, urlWithin } from './availability.ts'
import { assertRoom } from './files.ts'
import { type Replaced, replaceFile, restoreVersion, versionsMax } from './replace.ts'
import { Asset, assetsResource, fileNotes, types } from './resource.ts'
import { storeUpload } from './upload.ts'
import { duplicateHeader } from './upload-headers.ts'
import { versionsOf } from './version-queries.ts'

const idParameter = z.object({ id: z.string().describe('ID of the asset.') })
const group = 'Assets'
const reply = z.object({ data: Asset })

const AssetVersion = z
  .object({
    version: z.int(),
    is_current: z.boolean(),
    restored_from: z
      .int()
      .nullable()
      .describe('Number of the restored version. Null if the file was uploaded.'),
    type: z.enum(types),
    mime_type: z.string(),
    extension: z.string(),
    filename: z.string().nullable().describe('Name of the uploaded file. Null if unknown.'),
    size: z.int().describe('File size, in bytes.'),
    width: z.int().nullable().describe('Width in pixels.'),
    height: z.int().nullable().describe('Height in pixels.'),
    duration: z.number().nullable().describe('Duration in seconds.'),
    checksum: z.string().describe('SHA-256 of the file, in hexadecimal.'),
    dominant_color: z.string().nullable().describe('Dominant color of the image as `#RRGGBB`.'),
    ...fileNotes,
    url: z.string().describe('Signed URL of the file. Expires after a few hours.'),
    created_by: Creator.nullable(),
    created_at: Time,
  })
  .meta({ id: 'AssetVersion', description: 'Current or earlier file of an asset.' })

export const putFile = endpoint({
  operationId: 'replaceAssetFile',
  method: 'PUT',
  path: '/assets/:id/file',
  scope: 'assets:write',
  group,
  summary: 'Replace the file of an asset',
  description:
    'Uploads a file, as a form or as the raw request body, and makes it the current version. Returns the ' +
    'asset with the same ID and a new `url`. The name, tags and other manually set fields are kept. ' +
    'The file of an asset that is in use can only be replaced by a file of the same type. An asset can ' +
    `have up to ${versionsMax.toLocaleString('en')} versions.`,
  params: idParameter,
  body: z.strictObject({ file: uploadedFile }),
  upload: { field: 'file', bare: true },
  conditional: true,
  hasETag: true,
  reply,
  async before({ caller: { companyId }, params, ifMatch }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, async (trx) => {
      await current(assetsResource, trx, companyId, params.id as string, ifMatch)
      await assertRoom(trx, companyId, 1, 'file', storageQuotaBytes)
    })
  },
  prepare: ({ caller, body, settled }, services) =>
    storeUpload(body.file, 'file', caller.companyId, services, settled),
  headers: duplicateHeader,
  handle: (input, services) =>
    changeFile({ ...input, id: input.params.id }, services, (context) =>
      replaceFile(context, input.prepared),
    ),
})

export const restoreOneVersion = endpoint({
  operationId: 'restoreAssetVersion',
  method: 'POST',
  path: '/assets/:id/versions/:version/restoration',
  scope: 'assets:write',
  group,
  summary: 'Restore a version of an asset',
  description:
    'Creates a new version from the file of an earlier version and returns the asset. No version is ' +
    'deleted. Restoring the current version is a no-op.',
  params: idParameter.extend({ version: z.string().describe('Number of the version to restore.') }),
  conditional: true,
  hasETag: true,
  reply,
  handle: (input, services) => {
    const { id, version } = input.params
    return changeFile({ ...input, id }, services, (context) => {
      if (!versionPattern.test(version)) throw new ApiError('not_found')
      return restoreVersion(context, Number(version))
    })
  },
})

type Asked = Pick<EndpointInput, 'caller' | 'author' | 'ifMatch'> & { id: string }

function changeFile(
  { caller, author, ifMatch, id: assetId }: Asked,
  services: Services,
  work: (context: Parameters<typeof replaceFile>[0]) => Promise<Replaced>,
) {
  const { companyId, personId } = caller
  const replacing = async (trx: Trx) => {
    const { id, now } = await current(assetsResource, trx, companyId, assetId, ifMatch)
    const more: NewEvent[] = []
    const { isChanged, filed } = await work({ trx, companyId, id, personId, now, services, events: more })
    if (!isChanged) return { result: filed, events: [] }
    const event = { type: 'asset.updated', resourceType: 'asset', resourceId: id, data: { fields: ['file'] } }
    return { result: filed, events: [event, ...more] }
  }
  const show = showingFiled(assetsResource, { caller }, services)
  const read = (trx: Trx, filed: Filed | undefined) => show(trx, assetId, filed)
  return change(services.db, author, replacing, read) as Promise<{ data: z.input<typeof Asset> }>
}

export const listVersions = versionsEndpoint(assetsResource, {
  item: AssetVersion,
  find: versionsOf,
  urlsOf: (row, services, view: LinksAsked) => urlWithin(row, services, view.include_unavailable),
  present: ({ file_key, created_by, created_by_name, created_at, ...version }, latest, fileUrl) => ({
    ...version,
    is_current: version.version === latest,
    url: fileUrl(version.filename === null ? file_key : withName(file_key, version.filename)),
    created_by: creator(created_by, created_by_name),
    created_at: created_at.toISOString(),
  }),
})
