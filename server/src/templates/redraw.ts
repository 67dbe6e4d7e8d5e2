import { text } from 'node:stream/consumers'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import type { Job } from '../jobs/job.ts'
import { askForPreview } from './preview-job.ts'

/** Finds the current documents that use a font family and enqueues their previews. */
export const redrawTemplates: Job<{ companyId: CompanyId; family: string }> = {
  name: 'template.redraw',
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 2,
  async run({ companyId, family }, { db, storage, queue, job }) {
    const documents = await asCompany(db, companyId, (trx) => currentDocuments(trx, companyId))
    for (const fileKey of documents) {
      job.signal.throwIfAborted()
      const file = await storage.find(fileKey)
      const document = file ? (await text(file.open())).toLowerCase() : ''
      if (!document.includes('<text') || !document.includes(family)) continue
      await asCompany(db, companyId, (trx) =>
        askForPreview(trx, queue, { companyId, fileKey, isAgain: true }),
      )
    }
    return undefined
  },
}

async function currentDocuments(trx: Trx, companyId: CompanyId): Promise<string[]> {
  const versions = await trx
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.company_id', '=', 't.company_id')
        .onRef('v.template_id', '=', 't.id')
        .onRef('v.version', '=', 't.version'),
    )
    .select('v.file_key')
    .distinct()
    .where('t.company_id', '=', companyId)
    .where('t.deleted_at', 'is', null)
    .execute()
  return versions.map(({ file_key }) => file_key)
}
