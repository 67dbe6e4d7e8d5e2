import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import { type CompanyJob, companyJob } from './company-job.ts'
import type { Job, JobContext } from './job.ts'

type Purge = Pick<Job, 'name' | 'everySeconds' | 'timeoutSeconds'> & {
  /** What one statement deletes: it must not hold up the requests. */
  rowsPerBatch: number
}

/** A job that deletes what is old, batch by batch, until one is not full. `purge` returns how many it has deleted. */
export function purgeJob({
  rowsPerBatch,
  purge,
  ...job
}: Purge & { purge(context: JobContext): Promise<number> }): Job {
  return {
    attemptsMax: 5,
    concurrency: 1,
    ...job,
    run: (_, context) => untilNotFull(context, rowsPerBatch, () => purge(context)),
  }
}

/** The same for rows that are walled in: company by company, round robin. */
export const purgeJobByCompany = ({
  rowsPerBatch,
  purge,
  ...job
}: Purge & { purge(trx: Trx, companyId: CompanyId): Promise<number> }): CompanyJob =>
  companyJob({
    ...job,
    async *steps({ db }, companyId) {
      while ((await asCompany(db, companyId, (trx) => purge(trx, companyId))) === rowsPerBatch) yield
    },
  })

async function untilNotFull({ job }: JobContext, rowsPerBatch: number, purge: () => Promise<number>) {
  while (!job.signal.aborted && (await purge()) === rowsPerBatch);
  return undefined
}
