import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import { type CompanyJob, companyJob } from './company-job.ts'
import type { Job, JobContext } from './job.ts'

type Purge = Pick<Job, 'name' | 'everySeconds' | 'timeoutSeconds'> & {
  /** Maximum number of rows deleted by one statement, so that it does not delay requests. */
  rowsPerBatch: number
}

/**
 * A job that deletes old rows in batches until a batch is not full. `purge` returns the number of deleted
 * rows.
 */
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

/** Like `purgeJob`, for tenant tables, company by company, round robin. */
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
