/** With which a spreadsheet begins a formula (OWASP, «CSV Injection»). */
const formula = /^[=+\-@\t\r]/

/** One line of CSV (RFC 4180), its end too. A cell that a spreadsheet would take for a formula becomes text. */
export function csvLine(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null | undefined): string {
  const text = value ?? ''
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
