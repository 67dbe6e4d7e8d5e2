import { z } from 'zod'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { uploadedFile } from '../http/files/upload.ts'
import { rowFileBytesMax } from '../row-files/limits.ts'
import { rowsIn } from './rows-in-file.ts'

const rowsShownMax = 20
/** Maximum number of characters in all cells. A table can have 200 columns of long text. */
const lettersMax = 200_000

const RowFilePreview = z.object({
  columns: z.array(z.string()),
  rows_total: z.int(),
  rows: z
    .array(z.array(z.unknown()))
    .describe(`The first rows, up to ${rowsShownMax}, as cells in the order of the columns.`),
  are_texts: z.boolean().describe('Whether cells are texts. Cells of NDJSON are JSON values.'),
})

/** A preview helps people to assign columns to variables before they create a batch. */
export const previewRowFile = endpoint({
  operationId: 'previewRowFile',
  method: 'POST',
  path: '/row-file-previews',
  scope: 'renders:write',
  group: 'Render batches',
  summary: 'Read the columns of a file of rows',
  description:
    'Returns the columns and the first rows of a file, as a render batch reads them. Stores nothing.',
  upload: { field: 'file', bytesMax: rowFileBytesMax },
  body: z.strictObject({ file: uploadedFile.describe('CSV, TSV, XLSX or NDJSON.') }),
  reply: z.object({ data: RowFilePreview }),
  prepare: ({ caller, body }, services) => rowsIn(caller.companyId, body.file, services),
  async handle({ prepared: { rows: file, areTexts } }) {
    const { columns, rows } = file
    return { data: { columns, rows_total: rows.length, rows: firstOf(rows), are_texts: areTexts } }
  },
})

/** The first rows within the limits, but at least one. */
function firstOf(rows: readonly unknown[][]): unknown[][] {
  let letters = 0
  const end = rows.slice(0, rowsShownMax).findIndex((row) => {
    letters += JSON.stringify(row).length
    return letters > lettersMax
  })
  return rows.slice(0, end === -1 ? rowsShownMax : Math.max(1, end))
}
