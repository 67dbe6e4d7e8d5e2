import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import { earliestId } from '../ids.ts'
import { purgeJobByCompany } from '../jobs/purge-job.ts'

export const visitDays = 90
const rowsPerBatch = 1_000

/** Deletes the log of shares at the end of its retention, and the log of deleted shares. */
export const purgeVisits = purgeJobByCompany({
  name: 'share.purge_visits',
  timeoutSeconds: 1_800,
  everySeconds: 86_400,
  rowsPerBatch,
  async purge(trx, companyId) {
    const before = earliestId(new Date(Date.now() - visitDays * dayMs))
    const { numAffectedRows } = await sql`
      delete from share_visits where company_id = ${companyId} and id = any(array(
        select v.id from share_visits v
        where v.company_id = ${companyId} and (v.id < ${before} or not exists (
          select from shares s where s.company_id = v.company_id and s.id = v.share_id
        ))
        limit ${rowsPerBatch}
      ))`.execute(trx)
    return Number(numAffectedRows ?? 0)
  },
})
