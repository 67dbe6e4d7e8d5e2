/**
 * With which a spreadsheet begins a formula (OWASP, «CSV Injection»), at the beginning of a cell and behind what others
 * take for the end of one: in much of Europe that is a semicolon, which our quotes don't hide.
 */
const formula = /(^|[;\t\r\n] *)(?=[=+\-@\t\r])/g

/** One line of CSV (RFC 4180), its end too. A cell that a spreadsheet would take for a formula becomes text. */
export function csvLine(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null | undefined): string {
  const text = value ?? ''
  const safe = text.replace(formula, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
