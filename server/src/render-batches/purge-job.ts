import { sql } from 'kysely'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import { countOpen } from '../jobs/job-status.ts'
import type { Services } from '../services.ts'
import { addBatchJobs, drawBatchJob } from './start.ts'

const hourSeconds = 3_600
const rowsPerCommit = 500

/** Deletes batches whose renders have expired, and batches that were never completely stored. */
export const purgeBatches = companyJob({
  name: 'render_batch.purge',
  timeoutSeconds: hourSeconds,
  everySeconds: hourSeconds,
  steps: purgeSteps,
})

async function* purgeSteps({ db, renderDays }: Services, companyId: CompanyId) {
  const isOver = sql<boolean>`(status = 'receiving' and created_at < now() - interval '1 hour')
    or (status in ('done', 'cancelled') and completed_at < now() - make_interval(days => ${renderDays}))`
  const over = await asCompany(db, companyId, (trx) =>
    trx.selectFrom('render_batches').select('id').where('company_id', '=', companyId).where(isOver).execute(),
  )
  for (const { id } of over) {
    for (let deleted = rowsPerCommit; deleted === rowsPerCommit; ) {
      deleted = await asCompanyWriting(db, companyId, (trx) => deleteRows(trx, companyId, id))
      yield
    }
    await asCompanyWriting(db, companyId, (trx) =>
      trx.deleteFrom('render_batches').where('company_id', '=', companyId).where('id', '=', id).execute(),
    )
  }
}

async function deleteRows(trx: Trx, companyId: CompanyId, batchId: Uuid): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from render_batch_rows where company_id = ${companyId} and id in (
      select id from render_batch_rows where company_id = ${companyId} and batch_id = ${batchId}
      limit ${rowsPerCommit}
    )`.execute(trx)
  return Number(numAffectedRows)
}

/** Restarts batches without a job, because its last attempt was killed. */
export const resumeBatches = companyJob({
  name: 'render_batch.resume',
  timeoutSeconds: 60,
  everySeconds: 60,
  steps: resumeSteps,
})

async function* resumeSteps({ db, queue }: Services, companyId: CompanyId) {
  const open = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_batches')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', 'in', ['checking', 'rendering'])
      .execute(),
  )
  if (open.length === 0 || (await countOpen(db, companyId, drawBatchJob)) > 0) return
  await asCompanyWriting(db, companyId, async (trx) => {
    for (const { id } of open) {
      await sql`
        update render_batch_rows set status = 'queued', claimed_by = null
        where company_id = ${companyId} and batch_id = ${id} and status = 'rendering'`.execute(trx)
      await addBatchJobs(trx, queue, companyId, id)
    }
  })
  yield
}
