import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { publicId } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import { endUpload } from './delete.ts'
import { type Progress, progressOf } from './progress.ts'
import { uploadFor } from './queries.ts'
import { assertTus } from './version.ts'

const ResumableUpload = z
  .object({
    id: Id('upload'),
    status: z.enum(['uploading', 'finished']),
    offset: z.int().describe('Number of bytes received so far.'),
    length: z.int().describe('Length of the file, in bytes.'),
    asset_id: Id('asset').nullable().describe('ID of the new asset. Null until the upload is finished.'),
    expires_at: Time.describe(
      'Time when the upload expires. An expired upload returns 404; the asset of a finished upload is kept.',
    ),
  })
  .meta({ id: 'ResumableUpload' })

const params = z.object({ id: z.string().describe('ID of the upload.') })
const group = 'Assets'

const getUpload = endpoint({
  operationId: 'getUpload',
  method: 'GET',
  path: '/uploads/:id',
  scope: 'assets:write',
  group,
  summary: 'Get a resumable upload',
  description:
    'Returns the progress of the upload and, when it is finished, its asset. An upload expires 24 hours after it ' +
    'is created or finished.',
  params,
  reply: z.object({ data: ResumableUpload }),
  async handle({ caller, params: { id } }, { db, storage }) {
    const upload = await uploadFor(db, caller, id)
    const unfinished = await storage.unfinished()
    return { data: present(await progressOf(db, unfinished, upload)) }
  },
})

const present = ({ upload: { id, assetId, length, endsAt }, offset }: Progress) => ({
  id: publicId('upload', id),
  status: assetId ? ('finished' as const) : ('uploading' as const),
  offset,
  length,
  asset_id: assetId && publicId('asset', assetId),
  expires_at: endsAt.toISOString(),
})

const deleteUpload = endpoint({
  operationId: 'deleteUpload',
  method: 'DELETE',
  path: '/uploads/:id',
  scope: 'assets:write',
  group,
  summary: 'Delete a resumable upload',
  description: 'Deletes an unfinished upload. The asset of a finished upload is kept.',
  params,
  refusals: {
    wrong_protocol: '`Tus-Resumable` is not a supported version.',
    locked: 'Another request is still writing to the upload.',
  },
  async handle({ caller, params: { id }, headers }, services) {
    // Clients without tus can also delete an upload.
    if (headers['tus-resumable'] !== undefined) assertTus(headers['tus-resumable'])
    const upload = await uploadFor(services.db, caller, id)
    if (!(await endUpload(services, upload))) throw new ApiError('not_found')
    return undefined
  },
})

export const uploadEndpoints = [getUpload, deleteUpload]
