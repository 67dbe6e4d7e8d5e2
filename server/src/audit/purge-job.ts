import { dayMs } from '../durations.ts'
import { purgeJob } from '../jobs/purge-job.ts'
import { purgeSecurityEvents } from './queries.ts'

const rowsPerBatch = 5_000

export const purgeAudit = purgeJob({
  name: 'audit.purge',
  timeoutSeconds: 1_800,
  everySeconds: 86_400,
  rowsPerBatch,
  purge: ({ db, auditDays }) =>
    purgeSecurityEvents(db, new Date(Date.now() - auditDays * dayMs), rowsPerBatch),
})
