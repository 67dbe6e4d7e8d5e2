import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { csvLine } from '../audit/csv.ts'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
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
    const batch = id === undefined ? undefined : await batchOf(services, company, id)
    if (id === undefined || !batch) throw new ApiError('not_found')
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
        .send(isRead ? joinedPdfOf(services, company, batch) : Readable.from([]))
    const { size, open } = await zipOf(services, company, id)
    return reply
      .type('application/zip')
      .header('Content-Length', size)
      .send(isRead ? open() : Readable.from([]))
  })
}

async function batchOf({ db }: Services, companyId: CompanyId, id: Uuid) {
  const found = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_batches as b')
      .select(['b.id', 'b.created_at as date'])
      .select(
        sql<string>`(select string_agg(t.name, ', ' order by t.name) from templates t
        where t.company_id = b.company_id and t.id = any(b.template_ids))`.as('title'),
      )
      .where('b.company_id', '=', companyId)
      .where('b.id', '=', id)
      .where('b.status', '<>', 'receiving')
      .executeTakeFirst(),
  )
  return found && { ...found, title: found.title ?? 'Untitled' }
}
