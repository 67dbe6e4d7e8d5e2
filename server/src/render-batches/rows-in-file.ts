import type { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId } from '../ids.ts'
import { RowFileError, type Rows } from '../row-files/rows.ts'
import type { Services } from '../services.ts'

export async function rowsIn(
  companyId: CompanyId,
  { path, size, fileName }: ReceivedFile,
  { readRows }: Services,
): Promise<{ rows: Rows; areTexts: boolean }> {
  try {
    const { format, ...rows } = await readRows(companyId, { path, size, name: fileName ?? '' })
    return { rows, areTexts: format !== 'ndjson' }
  } catch (error) {
    throw error instanceof RowFileError ? invalid('file', error.message) : error
  }
}
