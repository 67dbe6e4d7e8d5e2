import { z } from 'zod'
import { type Changing, current, inChange, showingFiled } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { publicId } from '../ids.ts'
import { makeEdit } from './edit.ts'
import { type EditFields, editFields } from './edit-body.ts'
import { keepAsCopy, keepAsVersion } from './keep-edit.ts'
import { Asset, assetsResource } from './resource.ts'
import { duplicateHeader } from './upload-headers.ts'

export const createEdit = endpoint({
  operationId: 'editAsset',
  method: 'POST',
  path: '/assets/:id/edits',
  scope: 'assets:write',
  group: 'Assets',
  summary: 'Edit an image',
  description:
    'Rotates, flips, crops, scales or converts the image of an asset, in this order. Returns the asset with a new ' +
    'version, or a copy in the same folder with the same tags and texts. The result keeps the color ' +
    'profile, transparency and the texts in the file (title, creators, copyright, keywords), but no camera data and no ' +
    'location. CMYK is converted to sRGB. Only SVG images are enlarged, up to 4,096 pixels. If the file is ' +
    'replaced in the meantime, `as: version` returns 412.',
  params: z.object({ id: z.string().describe('ID of the asset.') }),
  body: editFields,
  status: 201,
  conditional: true,
  hasETag: true,
  reply: z.object({ data: Asset }),
  location: (answer) => `/api/assets/${(answer as { data: { id: string } }).data.id}`,
  prepare: (input, services) => makeEdit({ ...input, id: input.params.id }, services),
  headers: duplicateHeader,
  handle(input, services) {
    const { params, ifMatch, prepared: edited } = input
    const work = async (context: Changing<EditFields>) => {
      const { trx, companyId, body } = context
      const { row: asset, now } = await current(assetsResource, trx, companyId, params.id, ifMatch)
      const keep = body.as === 'copy' ? keepAsCopy : keepAsVersion
      return keep({ ...context, now, asset, edited })
    }
    const show = showingFiled(assetsResource, input, services)
    return inChange(input, services, work, (trx, { id, filed }) =>
      show(trx, publicId('asset', id), filed),
    ) as Promise<{
      data: z.input<typeof Asset>
    }>
  },
})
