import { z } from 'zod'
import { asCompany } from '../db/tenancy.ts'
import { endpoint } from '../http/endpoint.ts'
import { listEndpoint } from '../http/list-endpoint.ts'
import { nounEndpoint } from '../http/noun-endpoint.ts'
import { changeEndpoint, createEndpoint, current, deleteEndpoint, oneEndpoint } from '../http/one-endpoint.ts'
import { uploadedFile } from '../http/upload.ts'
import { addUpload } from './add-upload.ts'
import { createAssetBatch } from './batch.ts'
import { assetChange, formFields } from './body.ts'
import { changeAsset } from './change.ts'
import { assertRoom } from './files.ts'
import { importFromUrl } from './import-routes.ts'
import { getLink } from './link-routes.ts'
import { assetsResource } from './resource.ts'
import { restoreAssets, trashAssets } from './trash.ts'
import { type StoredUpload, storeUpload } from './upload.ts'
import { duplicateHeader } from './upload-headers.ts'
import { assertUnused, Usage, usagesOf } from './usages.ts'
import { listVersions, putFile, restoreOneVersion } from './version-routes.ts'

const listAssets = listEndpoint(assetsResource)
const getAsset = oneEndpoint(assetsResource)

const createAsset = createEndpoint(assetsResource, {
  scope: 'assets:write',
  description:
    'Uploads a file. What it is is found out from its bytes. An image is shown in smaller sizes when they are made, some ' +
    'seconds later: `status` says so. A file that the company has already is stored once, and the header ' +
    '`X-Duplicate-Of` names the asset that has it.',
  body: z.strictObject({ file: uploadedFile, ...formFields }),
  upload: { field: 'file' },
  orJson: importFromUrl,
  async before({ caller: { companyId } }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, (trx) => assertRoom(trx, companyId, 1, 'file', storageQuotaBytes))
  },
  prepare: ({ caller, body, settled }, services) =>
    storeUpload(body.file.named(body.filename), 'file', caller.companyId, services, settled),
  create: ({ prepared, ...context }) => addUpload(context, prepared),
  headers: ({ prepared }) => duplicateHeader(prepared as StoredUpload),
})

const changeOneAsset = changeEndpoint(assetsResource, {
  scope: 'assets:write',
  description: 'Changes what is said of it. `tags` is the whole list; its file is changed by `PUT …/file`.',
  body: assetChange,
  change: changeAsset,
})

const deleteAsset = deleteEndpoint(assetsResource, {
  scope: 'assets:write',
  summary: 'Put an asset into the trash.',
  description:
    'It may be restored for some days. One that is used somewhere stays: 409, with where it is used.',
  async remove({ trx, companyId, id, now }) {
    await assertUnused(trx, companyId, [id])
    await trashAssets(trx, companyId, [id], now)
  },
})

const restoreAsset = nounEndpoint(assetsResource, {
  noun: 'restoration',
  scope: 'assets:write',
  summary: 'Bring an asset back from the trash.',
  description: 'It comes back to its folder, or to the root when that is not there any more.',
  trashed: true,
  async act({ trx, companyId, id, now, events }) {
    const restored = await restoreAssets(trx, companyId, [id], now)
    for (const resourceId of restored)
      events.push({ type: 'asset.restored', resourceType: 'asset', resourceId })
  },
})

const listUsages = endpoint({
  method: 'GET',
  path: '/assets/:id/usages',
  scope: 'assets:read',
  group: 'Assets',
  summary: 'List where an asset is used.',
  description: 'Logos and fonts of brand kits, and templates. An asset that is used cannot be deleted.',
  params: z.object({ id: z.string().describe('Id of the asset.') }),
  reply: z.object({ data: z.array(Usage) }),
  handle: ({ caller: { companyId }, params }, { db }) =>
    asCompany(db, companyId, async (trx) => {
      const { id } = await current(assetsResource, trx, companyId, params.id, undefined)
      return { data: (await usagesOf(trx, companyId, [id])).get(id) ?? [] }
    }),
})

export const assetEndpoints = [
  listAssets,
  createAsset,
  getAsset,
  changeOneAsset,
  deleteAsset,
  restoreAsset,
  listUsages,
  getLink,
  putFile,
  listVersions,
  restoreOneVersion,
  createAssetBatch,
]
