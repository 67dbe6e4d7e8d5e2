import { sql } from 'kysely'
import { earliestId } from '../ids.ts'
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
