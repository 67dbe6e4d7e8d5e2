/**
 * Characters that start a formula in a spreadsheet (OWASP, "CSV Injection"), at the start of a cell or after a
 * character that some programs treat as the end of a cell. In much of Europe, that character is a semicolon, which such
 * programs recognize even inside quotes. Apostrophes before them are part of the match, so that `withoutApostrophes`
 * can restore every text.
 */
const formula = /(^|[;\t\r\n] *)('*)(?=[=+\-@\t\r])/g
const escaped = /(^|[;\t\r\n] *)'('*)(?=[=+\-@\t\r])/g

/** A line of CSV (RFC 4180), with its line break. A cell that looks like a formula becomes text. */
export function csvLine(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null | undefined): string {
  const text = value ?? ''
  const safe = text.replace(formula, "$1'$2")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reverses `csvLine`. */
export const withoutApostrophes = (cell: string): string => cell.replace(escaped, '$1$2')
