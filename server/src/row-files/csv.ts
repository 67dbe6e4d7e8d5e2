import { CsvError, parse } from 'csv-parse/sync'
import { cellLengthMax, rowsMax } from './limits.ts'
import { RowFileError, type Rows } from './rows.ts'
import { tableOf } from './table.ts'

const delimiters = [',', ';', '\t', '|']

/**
 * Reads CSV and TSV (RFC 4180), including what Excel writes: `sep=;` as a first line, semicolons in locales
 * with a decimal comma, and a byte order mark.
 * @throws {RowFileError}
 */
export function readCsv(bytes: Uint8Array): Rows {
  const text = decoded(bytes)
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? delimiterOf(body)
  try {
    const records: string[][] = parse(body, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: cellLengthMax * 10,
      // Reads the header and one row more than allowed.
      to: rowsMax + 2,
    })
    return tableOf(records, 'The file')
  } catch (error) {
    throw error instanceof CsvError ? new RowFileError(messageOf(error)) : error
  }
}

function decoded(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    // This also removes a byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new RowFileError('The file must be encoded in UTF-8. In Excel, save it as “CSV UTF-8”.')
  }
}

/** The delimiter that occurs most often in the header outside of quotes. */
function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((one) => [one, 0]))
  let isQuoted = false
  for (const letter of text.slice(0, cellLengthMax * 10)) {
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === '\n' || letter === '\r') break
    else if (counts.has(letter)) counts.set(letter, counts.get(letter)! + 1)
  }
  return delimiters.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best))
}

const reasons: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its closing quote',
  INVALID_OPENING_QUOTE: 'a cell contains a quote but does not begin with one',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'a quoted cell continues after its closing quote',
  CSV_MAX_RECORD_SIZE: 'the row is too long',
}

function messageOf({ code, lines }: CsvError & { lines?: number }): string {
  const reason = reasons[code] ?? 'the row cannot be read'
  return `Line ${lines ?? 1}: ${reason}.`
}
