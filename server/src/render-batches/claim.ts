import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompanyWriting, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** A row that a job works on. `request` is set if the batch's request does not apply. */
export type ClaimedRow = {
  id: Uuid
  row: number
  template_id: Uuid
  template_version: number | null
  variables: Record<string, unknown>
  request: Record<string, unknown> | null
}

/** Claims rows for one job to check or render, highest risk first. No other job, on any node, gets them. */
export async function claimRows(
  db: Db,
  companyId: CompanyId,
  batchId: Uuid,
  jobId: Uuid,
  what: 'check' | 'draw',
  count: number,
): Promise<ClaimedRow[]> {
  return asCompanyWriting(db, companyId, async (trx) => {
    const { rows } = await sql<ClaimedRow>`
      with next as (
        select id from render_batch_rows
        where company_id = ${companyId} and batch_id = ${batchId} and status = 'queued'
          and is_checked = ${what === 'draw'}
        order by risk desc, position limit ${count} for update skip locked
      )
      update render_batch_rows r set status = 'rendering', claimed_by = ${jobId}
      from next where r.company_id = ${companyId} and r.id = next.id
      returning r.id, r.row, r.template_id, r.template_version, r.variables, r.request`.execute(trx)
    return rows
  })
}

/** Releases the rows of a job, including rows of an attempt whose process died. */
export const releaseRows = (trx: Trx, companyId: CompanyId, jobId: Uuid) =>
  sql`
    update render_batch_rows set status = 'queued', claimed_by = null
    where company_id = ${companyId} and claimed_by = ${jobId}`.execute(trx)
