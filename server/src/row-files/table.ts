import { cellLengthMax, columnNameLengthMax, columnsMax, rowsMax } from './limits.ts'
import { RowFileError, type Rows } from './rows.ts'

/**
 * Converts records to rows. The first record names the columns. Missing cells at the end of a row are empty.
 * @throws {RowFileError}
 */
export function tableOf(records: readonly (readonly string[])[], what: string): Rows {
  const [header, ...rows] = records
  if (!header) throw new RowFileError(`${what} has no rows.`)
  const columns = columnsOf(header)
  if (rows.length === 0) throw new RowFileError(`${what} has a header, but no rows.`)
  assertCount(rows.length)
  return { columns, rows: rows.map((row, at) => cellsOf(row, at + 1, columns)) }
}

export function assertCount(count: number) {
  if (count > rowsMax)
    throw new RowFileError(`The file must not have more than ${rowsMax.toLocaleString('en')} rows.`)
}

export function columnsOf(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim())
  while (names.at(-1) === '') names.pop()
  if (names.length > columnsMax)
    throw new RowFileError(`The file must not have more than ${columnsMax} columns.`)
  for (const [at, name] of names.entries()) {
    if (name === '') throw new RowFileError(`Column ${at + 1} has no name in the header.`)
    if (name.length > columnNameLengthMax)
      throw new RowFileError(
        `The name of column ${at + 1} must not be longer than ${columnNameLengthMax} characters.`,
      )
    if (names.indexOf(name) !== at) throw new RowFileError(`Two columns have the name ${name}.`)
  }
  return names
}

function cellsOf(row: readonly string[], number: number, columns: readonly string[]): string[] {
  const tooMany = row.findIndex((cell, at) => at >= columns.length && cell !== '')
  if (tooMany !== -1)
    throw new RowFileError(
      `Row ${number} has ${row.length} cells, but the header has ${columns.length} columns.`,
    )
  return columns.map((column, at) => {
    const cell = row[at] ?? ''
    assertCell(cell, number, column)
    return cell
  })
}

export function assertCell(cell: string, row: number, column: string) {
  if (cell.length > cellLengthMax)
    throw new RowFileError(
      `Row ${row}, column ${column}: a cell must not be longer than ${cellLengthMax.toLocaleString('en')} characters.`,
    )
  if (cell.includes('\0') || !cell.isWellFormed())
    throw new RowFileError(
      `Row ${row}, column ${column}: a cell must not contain a NUL or an unpaired surrogate.`,
    )
}
