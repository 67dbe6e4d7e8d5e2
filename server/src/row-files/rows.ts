/** The header of a table, or the members of JSON objects, name the columns. */
export type Rows = {
  columns: string[]
  /** Cells in the order of `columns`. Text for CSV and XLSX; any JSON value for NDJSON. */
  rows: unknown[][]
}

/** Thrown for a file that cannot be read as rows. `message` is a sentence for the sender of the file. */
export class RowFileError extends Error {
  override name = 'RowFileError'
}

export type RowFileFormat = 'csv' | 'xlsx' | 'ndjson'
