import { sql } from 'kysely'
import { purgeJobByCompany } from '../jobs/purge-job.ts'

const hourSeconds = 3_600
/** Number of archives per statement. An archive has up to 1.6 MB of IDs. */
const archivesPerStatement = 100

/** Deletes archives a day after they expired, so that downloads that began earlier can complete. */
export const purgeArchives = purgeJobByCompany({
  name: 'archive.purge',
  timeoutSeconds: hourSeconds,
  everySeconds: hourSeconds,
  rowsPerBatch: archivesPerStatement,
  async purge(trx, companyId) {
    const { numAffectedRows } = await sql`
      delete from archives where company_id = ${companyId} and id in (
        select id from archives where company_id = ${companyId} and expires_at < now() - interval '1 day'
        limit ${archivesPerStatement}
      )`.execute(trx)
    return Number(numAffectedRows)
  },
})
