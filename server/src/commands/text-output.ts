export type Cell = string | number | null

/** Columns are as wide as needed. Returns `none` if there are no rows. */
export function table(headings: string[], rows: Cell[][], none: string): string {
  if (rows.length === 0) return none
  const lines = [headings, ...rows].map((row) => row.map(plain))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines.map((line) => alignedLine(line, widths)).join('\n')
}

/** Formats names and values as an indented list. */
export function facts(pairs: [name: string, value: Cell][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${plain(value)}`).join('\n')
}

/** Formats a time for people. Programs use --json. */
export const time = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a number of bytes: "4.6 MB". */
export function size(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const number = bytes / 1000 ** power
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`
}

const alignedLine = (cells: string[], widths: number[]) =>
  cells
    .map((cell, column) => cell.padEnd(widths[column]!))
    .join('  ')
    .trimEnd()

/** Removes control characters, which must not reach the terminal, because names come from users. */
const plain = (cell: Cell) => (cell === null ? '-' : String(cell).replace(/\p{Cc}/gu, '?'))
