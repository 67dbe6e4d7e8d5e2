import { sql } from 'kysely'
import type { Finding } from '../db/schema.ts'
import { asCompany } from '../db/tenancy.ts'
import type { Faults } from '../errors.ts'
import { change } from '../events/append.ts'
import type { Uuid } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import type { JobContext } from '../jobs/job.ts'
import { gather } from '../renders/gather.ts'
import { assertNoFindings } from '../renders/outcome.ts'
import { MissingFileError } from '../storage/local-copies.ts'
import type { Batch } from './batch.ts'
import type { ClaimedRow } from './claim.ts'
import { endIfDone } from './finish.ts'
import { riskOf } from './risk.ts'
import { bodyOf, faultsIn, readerOf, templateIdOf } from './row-body.ts'
import { addBatchJobs } from './start.ts'

export type CheckedRow = { id: Uuid; findings: Finding[]; risk: number; errors: Faults | null }

/** Fills and typesets a row without rendering it. */
export async function checkRow(context: JobContext, batch: Batch, row: ClaimedRow): Promise<CheckedRow> {
  const { db, drawings } = context
  const { companyId } = batch
  try {
    const body = bodyOf(batch, row)
    const { work } = await asCompany(db, companyId, (trx) =>
      gather(trx, readerOf(batch), templateIdOf(row), body, new Date(), batch.sources),
    )
    const { findings: found } = await drawings.check(companyId, work.recipe)
    const findings = [...found, ...work.findings]
    if (body.check === 'strict') assertNoFindings(findings)
    return {
      id: row.id,
      findings: body.check === 'off' ? [] : findings,
      risk: riskOf(findings),
      errors: null,
    }
  } catch (error) {
    const errors = faultsIn(error) ?? faultsOfFiles(error)
    if (!errors) throw error
    return { id: row.id, findings: [], risk: 0, errors }
  }
}

function faultsOfFiles(error: unknown): Faults | undefined {
  if (error instanceof MissingFileError) return { template: ['A file that the template needs is missing.'] }
  if (!(error instanceof DecodeError)) return undefined
  return { template: ['The template cannot be rendered, or takes too much time or memory.'] }
}

/** Records findings. When the last row is checked, rendering begins. */
export async function noteChecks(
  { db, queue, countBatchRows }: JobContext,
  { companyId, id: batchId, author }: Batch,
  checked: readonly CheckedRow[],
) {
  const failed = await change(db, author, async (trx) => {
    const now = new Date()
    const rows = checked.map(({ id, findings, risk, errors }) => ({ id, findings, risk, errors }))
    const { rows: written } = await sql<{ failed: boolean }>`
      update render_batch_rows r set is_checked = true, findings = c.findings, risk = c.risk, errors = c.errors,
        status = case when c.errors is null then 'queued' else 'failed' end, claimed_by = null, updated_at = ${now},
        completed_at = case when c.errors is null then null else ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c (id uuid, findings jsonb, risk integer, errors jsonb)
      where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.id = c.id and r.status = 'rendering'
        and not r.is_checked
      returning r.status = 'failed' as failed`.execute(trx)
    const failed = written.filter((row) => row.failed).length
    await sql`
      update render_batches set rows_failed = rows_failed + ${failed}, updated_at = ${now}
      where company_id = ${companyId} and id = ${batchId}`.execute(trx)
    const { rows: begun } = await sql`
      update render_batches b set status = 'rendering'
      where company_id = ${companyId} and id = ${batchId} and status = 'checking' and not exists (
        select from render_batch_rows r
        where r.company_id = b.company_id and r.batch_id = b.id and not r.is_checked and r.status <> 'failed'
      ) returning id`.execute(trx)
    if (begun.length > 0) await addBatchJobs(trx, queue, companyId, batchId)
    return {
      result: failed,
      events: begun.length > 0 ? await endIfDone(trx, companyId, batchId, now) : [],
    }
  })
  countBatchRows('failed', failed)
}
