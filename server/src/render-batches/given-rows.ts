import { ApiError, type Faults } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import { RowFileError, type Rows } from '../row-files/rows.ts'
import { assertCell, columnsOf } from '../row-files/table.ts'

/** Reads rows from JSON. @throws {ApiError} `invalid` by row. */
export function rowsGiven(given: readonly unknown[]): Rows {
  const faults: Faults = Object.create(null)
  const names = new Set<string>()
  for (const [at, row] of given.entries()) {
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      for (const name of Object.keys(row)) names.add(name)
    else faults[`rows.${at + 1}`] = [`The rows.${at + 1} field must be an object.`]
    if (Object.keys(faults).length >= faultsMax) break
  }
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
  try {
    const columns = [...names]
    columnsOf(columns)
    const rows = (given as Record<string, unknown>[]).map((row, at) =>
      columns.map((column) => {
        const value = Object.hasOwn(row, column) ? row[column] : null
        const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
        assertCell(text, at + 1, column)
        if (typeof value !== 'string' && badEscape.test(text))
          throw new RowFileError(
            `Row ${at + 1}, column ${column}: must not contain a NUL or an unpaired surrogate.`,
          )
        return value
      }),
    )
    return { columns, rows }
  } catch (error) {
    throw error instanceof RowFileError ? invalid('rows', error.message) : error
  }
}

/** JSON escapes that PostgreSQL cannot store. */
const badEscape = /\\u(0000|d[89a-f]..)/

/** The maximum number of reported errors (R-VALID-1). */
export const faultsMax = 20
