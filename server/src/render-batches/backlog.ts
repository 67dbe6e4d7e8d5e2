import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import { drawBatchJob } from './start.ts'

/** Maximum number of companies that are read. Omits other companies, because this is only a metric. */
const companiesMax = 100

export type Backlog = {
  batches: number
  rows: number
  seconds: number
}

/**
 * Reads the backlog company by company, because no statement sees rows of two companies. Only companies with
 * jobs are read.
 */
export async function batchBacklog(db: Db): Promise<Backlog> {
  const { rows: found } = await sql<{ company_id: CompanyId }>`
    select distinct (data ->> 'companyId')::uuid as company_id from pgboss.job_common
    where name = ${drawBatchJob} and state <= 'active' limit ${companiesMax}`.execute(db)
  const all: Backlog = { batches: 0, rows: 0, seconds: 0 }
  for (const { company_id } of found) {
    const one = await asCompany(db, company_id, (trx) => backlogOf(trx, company_id))
    all.batches += one.batches
    all.rows += one.rows
    all.seconds = Math.max(all.seconds, one.seconds)
  }
  return all
}

async function backlogOf(db: Db, companyId: CompanyId): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as batches, coalesce(sum(rows_total - rows_done - rows_failed), 0)::int as rows,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from render_batches
    where company_id = ${companyId} and status in ('checking', 'rendering')`.execute(db)
  return rows[0]!
}
