import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import { earliestId } from '../ids.ts'
import { purgeJobByCompany } from '../jobs/purge-job.ts'

export const requestLogDays = 30
/** Maximum number of logged requests per company. They take about 30 MB with their indexes. */
export const loggedRequestsMax = 100_000
const rowsPerBatch = 5_000

/** Deletes logged requests that are older than 30 days or beyond a company's newest 100,000. */
export const purgeRequestLog = purgeJobByCompany({
  name: 'request-log.purge',
  timeoutSeconds: 600,
  everySeconds: 3_600,
  rowsPerBatch,
  async purge(trx, companyId) {
    const oldest = earliestId(new Date(Date.now() - requestLogDays * dayMs))
    const { numAffectedRows } = await sql`
      delete from request_log where company_id = ${companyId} and id = any(array(
        select id from request_log
        where company_id = ${companyId} and id < greatest(${oldest}::uuid, (
          select id from request_log
          where company_id = ${companyId} order by id desc offset ${loggedRequestsMax - 1} limit 1
        ))
        order by id limit ${rowsPerBatch}
      ))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  },
})
