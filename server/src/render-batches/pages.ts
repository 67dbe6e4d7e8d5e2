import type { Db } from '../db/database.ts'
import type { Finding } from '../db/schema.ts'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { shownStatus } from './queries.ts'

const rowsPerPage = 500

export type ReportedRow = {
  position: number
  row: number
  template_id: Uuid
  name: string
  variables: Record<string, unknown>
  status: string
  errors: Record<string, string[]> | null
  findings: Finding[]
  render_id: Uuid | null
  file_key: string | null
  format: string | null
  size: number | null
  completed_at: Date | null
}

/**
 * Reads all rows of a batch in order, one page at a time, so that neither the database nor memory holds all
 * of them.
 */
export async function* rowsInOrder(
  db: Db,
  companyId: CompanyId,
  batchId: Uuid,
): AsyncGenerator<ReportedRow[]> {
  for (let after = 0; ; ) {
    const page = await asCompany(db, companyId, (trx) =>
      trx
        .selectFrom('render_batch_rows as r')
        .innerJoin('render_batches as b', (join) =>
          join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.batch_id'),
        )
        .leftJoin('renders as d', (join) =>
          join.onRef('d.company_id', '=', 'r.company_id').onRef('d.id', '=', 'r.render_id'),
        )
        .select(['r.position', 'r.row', 'r.template_id', 'r.name', 'r.variables', 'r.errors', 'r.findings'])
        .select([
          shownStatus.as('status'),
          'd.id as render_id',
          'd.file_key',
          'd.format',
          'd.size',
          'r.completed_at',
        ])
        .where('r.company_id', '=', companyId)
        .where('r.batch_id', '=', batchId)
        .where('r.position', '>', after)
        .orderBy('r.position')
        .limit(rowsPerPage)
        .execute(),
    )
    if (page.length > 0) yield page as ReportedRow[]
    if (page.length < rowsPerPage) return
    after = page.at(-1)!.position
  }
}
