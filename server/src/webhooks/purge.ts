import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import type { Job } from '../events/job.ts'
import { earliestId } from '../ids.ts'

const keptDays = 30
const deliveriesPerBatch = 1_000

/** Deletes the log of deliveries after a month. It is walled in: company by company. */
export const purgeDeliveries: Job = {
  name: 'webhook.purge',
  attemptsMax: 5,
  timeoutSeconds: 1_800,
  concurrency: 1,
  everySeconds: 86_400,
  async run(_, { db, job }) {
    const before = earliestId(new Date(Date.now() - keptDays * 86_400_000))
    for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute()) {
      let deleted = deliveriesPerBatch
      while (deleted === deliveriesPerBatch) {
        if (job.signal.aborted) return
        deleted = await asCompany(db, id, async (trx) => {
          const { numAffectedRows } = await sql`
            delete from webhook_deliveries where company_id = ${id} and id = any(array(
              select id from webhook_deliveries
              where company_id = ${id} and id < ${before} order by id limit ${deliveriesPerBatch}
            ))`.execute(trx)
          return Number(numAffectedRows ?? 0)
        })
      }
    }
  },
}
