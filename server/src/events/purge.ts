import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
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
  return { ...once(job), run: (_, context) => untilNotFull(context, rowsPerBatch, () => purge(context)) }
}

/** The same for rows that are walled in: company by company. */
export function purgeJobByCompany({
  rowsPerBatch,
  purge,
  ...job
}: Purge & { purge(trx: Trx, companyId: CompanyId): Promise<number> }): Job {
  return {
    ...once(job),
    async run(_, context) {
      const { db } = context
      for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute())
        await untilNotFull(context, rowsPerBatch, () => asCompany(db, id, (trx) => purge(trx, id)))
      return undefined
    },
  }
}

const once = <Rest>(job: Rest) => ({ attemptsMax: 5, concurrency: 1, ...job })

async function untilNotFull({ job }: JobContext, rowsPerBatch: number, purge: () => Promise<number>) {
  while (!job.signal.aborted && (await purge()) === rowsPerBatch);
  return undefined
}
