import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import { type CompanyId, earliestId, type Uuid } from '../ids.ts'
import type { Job } from '../jobs/job.ts'
import { purgeJobByCompany } from '../jobs/purge-job.ts'

const keptDays = 30
const rowsPerBatch = 1_000

/** Deletes the delivery log after a month. */
export const purgeDeliveries = purgeJobByCompany({
  name: 'webhook.purge',
  timeoutSeconds: 1_800,
  everySeconds: 86_400,
  rowsPerBatch,
  async purge(trx, companyId) {
    const before = earliestId(new Date(Date.now() - keptDays * 86_400_000))
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where company_id = ${companyId} and id = any(array(
        select id from webhook_deliveries
        where company_id = ${companyId} and id < ${before} order by id limit ${rowsPerBatch}
      ))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  },
})

export const forgetDeliveriesJob = 'webhook.forget_deliveries'

/**
 * Deletes the delivery log of a deleted webhook, which can have millions of rows. The log has been hidden
 * since the webhook was deleted. If the job fails, the remaining rows are deleted after a month.
 */
export const forgetDeliveries: Job<{ companyId: CompanyId; webhookId: Uuid }> = {
  name: forgetDeliveriesJob,
  attemptsMax: 10,
  timeoutSeconds: 600,
  concurrency: 2,
  async run({ companyId, webhookId }, { db, job }) {
    for (let deleted = rowsPerBatch; deleted === rowsPerBatch; ) {
      // The attempt has timed out. The next attempt continues.
      job.signal.throwIfAborted()
      deleted = await asCompany(db, companyId, async (trx) => {
        const { numAffectedRows } = await sql`
          delete from webhook_deliveries where company_id = ${companyId} and id = any(array(
            select id from webhook_deliveries
            where company_id = ${companyId} and webhook_id = ${webhookId} order by id limit ${rowsPerBatch}
          ))`.execute(trx)
        return Number(numAffectedRows ?? 0)
      })
    }
    return undefined
  },
}
