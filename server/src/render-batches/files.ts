import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import { csvLine } from '../row-files/csv-line.ts'
import type { Services } from '../services.ts'
import type { SignedUrls } from '../storage/signed-urls.ts'
import { joinedPdfOf } from './joined-pdf.ts'
import { reportLines } from './report.ts'
import { batchFileKey } from './resource.ts'
import { zipOf } from './zip.ts'

export const batchFilePath = '/files/:company/render-batches/:name'

/** The zip, the joined PDF and the report of a batch, for requests with a signed URL. */
export function mountBatchFiles(app: FastifyInstance, services: Services, urls: SignedUrls) {
  const { db } = services
  app.get(batchFilePath, async (request, reply) => {
    const { company, name } = request.params as { company: string; name: string }
    const { expires, signature } = request.query as Record<string, unknown>
    const key = `${company}/render-batches/${name}`
    if (typeof expires !== 'string' || typeof signature !== 'string' || !urls.verify(key, expires, signature))
      throw new ApiError('bad_signature')
    const id = parseId('renderBatch', name.replace(/\.(zip|pdf|csv)$/, ''))
    if (id === undefined || !(await exists(services, company, id))) throw new ApiError('not_found')
    const isRead = request.method === 'GET'
    reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `attachment; filename="${name}"`)
    if (key === batchFileKey(company, id, 'csv'))
      return reply
        .type('text/csv; charset=utf-8')
        .send(Readable.from(isRead ? reportLines(db, company, id, csvLine) : [], { objectMode: false }))
    if (key === batchFileKey(company, id, 'pdf'))
      return reply
        .type('application/pdf')
        .send(isRead ? await joinedPdfOf(services, company, id) : Readable.from([]))
    const { size, open } = await zipOf(services, company, id)
    return reply
      .type('application/zip')
      .header('Content-Length', size)
      .send(isRead ? open() : Readable.from([]))
  })
}

const exists = async ({ db }: Services, companyId: CompanyId, id: Uuid) =>
  (await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_batches')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', '<>', 'receiving')
      .executeTakeFirst(),
  )) !== undefined
