import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Services } from '../services.ts'
import { endUpload } from './delete.ts'
import { uploadLifetimeMs } from './queries.ts'

const uploadsAtOnce = 100
/**
 * Age after which bytes are removed. Bytes are written until their upload expires, and the clocks of two
 * nodes differ.
 */
const sweptAfterMs = uploadLifetimeMs + 3_600_000

/** Removes expired uploads and their bytes, and bytes without a row. */
export const purgeUploads = companyJob({
  name: 'upload.purge',
  timeoutSeconds: 1_800,
  everySeconds: 3_600,
  async *steps(services, companyId) {
    for (let ended = uploadsAtOnce; ended === uploadsAtOnce; ) {
      const ids = await endedUploads(services, companyId)
      for (const id of ids) await endUpload(services, { companyId, id })
      ended = ids.length
      if (ended > 0) yield
    }
  },
  async beside({ storage }) {
    const unfinished = await storage.unfinished()
    await unfinished.sweep(new Date(Date.now() - sweptAfterMs))
  },
})

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
