import { z } from 'zod'
import { asCompany } from '../db/tenancy.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  current,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { uploadedFile } from '../http/files/upload.ts'
import { addUpload } from './add-upload.ts'
import { createAssetBatch } from './batch.ts'
import { assetChange, formFields } from './body.ts'
import { changeAsset } from './change.ts'
import { listAssetChanges } from './changes.ts'
import { createEdit } from './edit-routes.ts'
import { assertRoom } from './files.ts'
import { importFromUrl } from './import-routes.ts'
import { getLink } from './link-routes.ts'
import { originsOf } from './origins.ts'
import { assetsResource } from './resource.ts'
import { restoreAssets, trashAssets } from './trash.ts'
import { storeUpload } from './upload.ts'
import { duplicateHeader } from './upload-headers.ts'
import { assertUnused, Usage, usagesOf } from './usages.ts'
import { listVersions, putFile, restoreOneVersion } from './version-routes.ts'

const listAssets = listEndpoint(assetsResource)
const getAsset = getEndpoint(assetsResource)

const createAsset = createEndpoint(assetsResource, {
  scope: 'assets:write',
  description:
    'Uploads a file as a form and returns the new asset. The file type is detected from the content. ' +
    'Renditions of an image are ready a few seconds later, when `status` changes to `ready`. A file that ' +
    'the company already has is stored only once, and the `X-Duplicate-Of` header contains the ID of the ' +
    'existing asset. A JSON body is handled as in `POST /api/asset-imports`.',
  body: z.strictObject({ file: uploadedFile, ...formFields }),
  upload: { field: 'file' },
  orJson: importFromUrl,
  async before({ caller: { companyId } }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, (trx) => assertRoom(trx, companyId, 1, 'file', storageQuotaBytes))
  },
  prepare: ({ caller, body, settled }, services) =>
    storeUpload(body.file.named(body.filename), 'file', caller.companyId, services, settled),
  create: ({ prepared, ...context }) => addUpload(context, prepared),
  headers: duplicateHeader,
})

const changeOneAsset = changeEndpoint(assetsResource, {
  scope: 'assets:write',
  description:
    'Updates the specified fields and returns the asset. `tags` replaces all tags. To replace the ' +
    'file, use `PUT …/file`.',
  body: assetChange,
  change: changeAsset,
})

const deleteAsset = deleteEndpoint(assetsResource, {
  scope: 'assets:write',
  summary: 'Delete an asset',
  description:
    'Moves the asset to the trash. It can be restored until the trash retention period ends. An asset that is in ' +
    'use cannot be deleted: the request returns 409 with the usages.',
  async remove({ trx, companyId, id, now }) {
    await assertUnused(trx, companyId, [id])
    await trashAssets(trx, companyId, [id], now)
  },
})

const restoreAsset = actionEndpoint(assetsResource, {
  operationId: 'restoreAsset',
  action: 'restoration',
  scope: 'assets:write',
  summary: 'Restore an asset',
  description:
    'Restores the asset from the trash to its folder, or to the root if the folder no longer exists, and ' +
    'returns it. Restoring an asset that is not in the trash is a no-op.',
  trashed: true,
  async act({ trx, companyId, id, now, events }) {
    const restored = await restoreAssets(trx, companyId, [id], now)
    for (const resourceId of restored)
      events.push({ type: 'asset.restored', resourceType: 'asset', resourceId })
  },
})

const listUsages = endpoint({
  operationId: 'listAssetUsages',
  method: 'GET',
  path: '/assets/:id/usages',
  scope: 'assets:read',
  group: 'Assets',
  summary: 'List the usages of an asset',
  description:
    'Returns the brand kit logos, brand kit fonts and templates that use the asset. An asset that is in ' +
    'use cannot be deleted. For an asset that was saved from a render, also returns the template, the assets and ' +
    'the brand kit of the render (`relation`: `source`).',
  params: z.object({ id: z.string().describe('ID of the asset.') }),
  reply: z.object({ data: z.array(Usage) }),
  handle: ({ caller: { companyId }, params }, { db }) =>
    asCompany(db, companyId, async (trx) => {
      const { id } = await current(assetsResource, trx, companyId, params.id, undefined)
      const usages = (await usagesOf(trx, companyId, [id])).get(id) ?? []
      return { data: [...usages, ...(await originsOf(trx, companyId, id))] }
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
  listAssetChanges,
  getLink,
  createEdit,
  putFile,
  listVersions,
  restoreOneVersion,
  importFromUrl,
  createAssetBatch,
]
