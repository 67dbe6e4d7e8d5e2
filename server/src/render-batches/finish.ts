import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { batchEvent } from './start.ts'

/**
 * Finishes a batch when no row is left. Changes of a batch run one after the other (events/append.ts), so exactly one
 * of them is the last.
 */
export async function endIfDone(
  trx: Trx,
  companyId: CompanyId,
  batchId: Uuid,
  now: Date,
): Promise<NewEvent[]> {
  const { rows } = await sql<{ rows_done: number; rows_failed: number; rows_with_findings: number }>`
    update render_batches b set status = 'done', completed_at = ${now}, updated_at = ${now}
    where company_id = ${companyId} and id = ${batchId} and status = 'rendering' and not exists (
      select from render_batch_rows r
      where r.company_id = b.company_id and r.batch_id = b.id and r.status in ('queued', 'rendering')
    ) returning rows_done, rows_failed, rows_with_findings`.execute(trx)
  return rows.map(({ rows_done, rows_failed, rows_with_findings }) =>
    batchEvent('completed', batchId, {
      done: rows_done,
      failed: rows_failed,
      with_findings: rows_with_findings,
    }),
  )
}
