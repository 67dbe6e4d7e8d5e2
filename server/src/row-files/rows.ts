/** Rows of a file of data. The header of a table and the members of JSON objects name the columns. */
export type Rows = {
  columns: string[]
  /** Cells in the order of `columns`. Of CSV and XLSX they are texts; of NDJSON they may be any JSON value. */
  rows: unknown[][]
}

/** The file cannot be read as rows. `message` is a sentence for the sender of the file. */
export class RowFileError extends Error {
  override name = 'RowFileError'
}

export type RowFileFormat = 'csv' | 'xlsx' | 'ndjson'
