import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import { purgeJobByCompany } from '../jobs/purge-job.ts'

/** Retention in days: the longest period that the portal shows, plus some days. */
const keptDays = 35
const rowsPerBatch = 5_000

/** Deletes request counts that are older than the retention period. */
export const purgeClientRequests = purgeJobByCompany({
  name: 'requests.purge',
  timeoutSeconds: 600,
  everySeconds: 86_400,
  rowsPerBatch,
  async purge(trx, companyId) {
    const { numAffectedRows } = await sql`
      delete from client_requests where ctid = any(array(
        select ctid from client_requests
        where company_id = ${companyId} and hour < ${new Date(Date.now() - keptDays * dayMs)}
        limit ${rowsPerBatch}
      ))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  },
})
