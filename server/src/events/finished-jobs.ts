import { sql } from 'kysely'
import type { Job } from './job.ts'

/** Long enough for whoever waits to see that it is done. Dead ones stay until they are retried, or for a month. */
const finishedKeptHours = 24
const jobsPerBatch = 5_000

/** Deletes the jobs that were done a day ago. */
export const purgeFinishedJobs: Job = {
  name: 'job.purge',
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 1,
  everySeconds: 3_600,
  async run(_, { db, job }) {
    let deleted = jobsPerBatch
    while (deleted === jobsPerBatch && !job.signal.aborted) {
      const { numAffectedRows } = await sql`
        delete from pgboss.job_common where ctid = any(array(
          select ctid from pgboss.job_common
          where state = 'completed' and completed_on < now() - make_interval(hours => ${finishedKeptHours})
          limit ${jobsPerBatch}
        ))`.execute(db)
      deleted = Number(numAffectedRows ?? 0)
    }
  },
}
