import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { Id, Time } from '../http/wire.ts'
import { publicId } from '../ids.ts'
import { endUpload } from './end.ts'
import { type Progress, progressOf } from './progress.ts'
import { findUpload } from './queries.ts'
import { assertTus } from './version.ts'

const ResumableUpload = z
  .object({
    id: Id('upload'),
    status: z.enum(['uploading', 'finished']),
    offset: z.int().describe('Bytes that have come.'),
    length: z.int().describe('Bytes that were promised.'),
    asset_id: Id('asset').nullable().describe('What it became.'),
    expires_at: Time.describe('When it ends; once it is finished, until when it can be asked for.'),
  })
  .meta({ id: 'ResumableUpload' })

const params = z.object({ id: z.string().describe('Id of the upload.') })
const group = 'Assets'

const getUpload = endpoint({
  method: 'GET',
  path: '/uploads/:id',
  scope: 'assets:write',
  group,
  summary: 'Get one resumable upload.',
  description: 'How far it is, and which asset it became. For a day after its beginning, or its end.',
  params,
  reply: z.object({ data: ResumableUpload }),
  async handle({ caller: { companyId }, params: { id } }, { db, storage }) {
    const upload = await findUpload(db, companyId, id)
    if (!upload) throw new ApiError('not_found')
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
  method: 'DELETE',
  path: '/uploads/:id',
  scope: 'assets:write',
  group,
  summary: 'End a resumable upload.',
  description: 'Of one that is not finished nothing is left. The asset of one that is stays.',
  params,
  refusals: {
    wrong_protocol: '`Tus-Resumable` is another version.',
    locked: 'Another request is at work on it, and does not end.',
  },
  async handle({ caller: { companyId }, params: { id }, headers }, services) {
    // Whoever speaks no tus may end one too.
    if (headers['tus-resumable'] !== undefined) assertTus(headers['tus-resumable'])
    const upload = await findUpload(services.db, companyId, id)
    if (!upload || !(await endUpload(services, upload))) throw new ApiError('not_found')
    return undefined
  },
})

export const uploadEndpoints = [getUpload, deleteUpload]
