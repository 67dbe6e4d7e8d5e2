import type { Db } from '../db/database.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { type ReportedRow, rowsInOrder } from './pages.ts'

type Cell = string | null | undefined

const columns: Record<string, (row: ReportedRow) => Cell> = {
  row: ({ row }) => String(row),
  template_id: ({ template_id }) => publicId('template', template_id),
  status: ({ status }) => status,
  name: ({ name }) => name,
  errors: ({ errors }) => errors && Object.values(errors).flat().join(' '),
  findings: ({ findings }) => findings.map(({ type }) => type).join(' '),
  messages: ({ findings }) => findings.map(({ message }) => message).join(' '),
  render_id: ({ render_id }) => render_id && publicId('render', render_id),
  variables: ({ variables }) => JSON.stringify(variables),
}

/** @param csvLine writes one line. A cell that looks like a formula becomes text. */
export async function* reportLines(
  db: Db,
  companyId: CompanyId,
  batchId: Uuid,
  csvLine: (cells: readonly Cell[]) => string,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  for await (const page of rowsInOrder(db, companyId, batchId))
    yield page.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
}
