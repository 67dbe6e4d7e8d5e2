import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type CompanyId, parseId } from '../ids.ts'
import type { Services } from '../services.ts'
import type { SignedUrls } from '../storage/signed-urls.ts'
import { disposition } from '../storage/variants.ts'
import { safeName } from '../zip/names.ts'
import { filesInOrder } from './files-in-order.ts'
import type { StoredFormat } from './format.ts'
import type { Zips } from './zips.ts'

export const archiveFilePath = '/files/:company/archives/:name'

export function mountArchiveFiles(
  app: FastifyInstance,
  { db, decoder }: Pick<Services, 'db' | 'decoder'>,
  urls: SignedUrls,
  zips: Zips,
) {
  app.get(archiveFilePath, async (request, reply) => {
    const { company, name } = request.params as { company: string; name: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const key = `${company}/archives/${name}`
    if (typeof expires !== 'string' || typeof signature !== 'string' || !urls.verify(key, expires, signature))
      throw new ApiError('bad_signature')
    const archive = await find(db, company, name.replace(/\.zip$/, ''))
    const isRead = request.method === 'GET'
    // Opens the file before the headers are sent, because opening can fail.
    const body = isRead
      ? zips.stream(company, filesInOrder({ db, decoder }, company, archive))
      : Readable.from([])
    return reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', disposition('attachment', `${safeName(archive.name) || 'Assets'}.zip`))
      .type('application/zip')
      .send(body)
  })
}

async function find(db: Services['db'], companyId: CompanyId, publicId: string) {
  const id = parseId('archive', publicId)
  const archive =
    id &&
    (await asCompany(db, companyId, (trx) =>
      trx
        .selectFrom('archives')
        .select(['id', 'name', 'folder_id', 'has_folders', 'format', 'files_count', 'include_unavailable'])
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('expires_at', '>', new Date())
        .executeTakeFirst(),
    ))
  if (!archive) throw new ApiError('not_found')
  return { ...archive, format: archive.format as StoredFormat }
}
