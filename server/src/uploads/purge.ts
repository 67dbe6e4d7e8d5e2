import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import type { Job } from '../events/job.ts'
import type { Services } from '../http/endpoint.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { endUpload } from './end.ts'
import { uploadLifetimeMs } from './queries.ts'

const uploadsAtOnce = 100
/** Bytes are written to until the end of their upload, and the clocks of two nodes differ. */
const sweptAfterMs = uploadLifetimeMs + 3_600_000

/** Removes uploads that are over, with what has come of them, and bytes of which no row is left. */
export const purgeUploads: Job = {
  name: 'upload.purge',
  attemptsMax: 5,
  timeoutSeconds: 1_800,
  concurrency: 1,
  everySeconds: 3_600,
  async run(_, services) {
    const { db, storage, job } = services
    const companies = await db.selectFrom('companies').select('id').orderBy('id').execute()
    for (const { id } of companies) {
      if (job.signal.aborted) return
      await purgeCompany(services, id)
    }
    const unfinished = await storage.unfinished()
    await unfinished.sweep(new Date(Date.now() - sweptAfterMs))
  },
}

async function purgeCompany(services: Services, companyId: CompanyId) {
  for (;;) {
    const ended = await endedUploads(services, companyId)
    for (const id of ended) await endUpload(services, { companyId, id })
    if (ended.length < uploadsAtOnce) return
  }
}

const endedUploads = ({ db }: Services, companyId: CompanyId): Promise<Uuid[]> =>
  asCompany(db, companyId, async (trx) => {
    const rows = await trx
      .selectFrom('uploads')
      .select('id')
      .where('company_id', '=', companyId)
      .where('ends_at', '<=', sql<Date>`now()`)
      .limit(uploadsAtOnce)
      .execute()
    return rows.map(({ id }) => id)
  })
