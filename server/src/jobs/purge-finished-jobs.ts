import { sql } from 'kysely'
import { purgeJob } from './purge-job.ts'

/**
 * Long enough for clients to see that a job is done. Dead jobs stay until they are retried, or for a month.
 */
const finishedKeptHours = 24
const rowsPerBatch = 5_000

/** Deletes jobs a day after they finished. */
export const purgeFinishedJobs = purgeJob({
  name: 'job.purge',
  timeoutSeconds: 600,
  everySeconds: 3_600,
  rowsPerBatch,
  async purge({ db }) {
    const { numAffectedRows } = await sql`
      delete from pgboss.job_common where ctid = any(array(
        select ctid from pgboss.job_common
        where state = 'completed' and completed_on < now() - make_interval(hours => ${finishedKeptHours})
        limit ${rowsPerBatch}
      ))`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})
