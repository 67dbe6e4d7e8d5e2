import type { Job } from '../events/job.ts'
import { purgeSecurityEvents } from './queries.ts'

const dayMs = 86_400_000
const eventsPerBatch = 5_000

/** Deletes what the log has told for long enough. */
export const purgeAudit: Job = {
  name: 'audit.purge',
  attemptsMax: 5,
  timeoutSeconds: 1_800,
  concurrency: 1,
  everySeconds: 86_400,
  async run(_, { db, auditDays, job }) {
    const before = new Date(Date.now() - auditDays * dayMs)
    let purged = eventsPerBatch
    while (purged === eventsPerBatch && !job.signal.aborted)
      purged = await purgeSecurityEvents(db, before, eventsPerBatch)
    return undefined
  },
}
