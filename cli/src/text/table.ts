import { plain } from './plain.ts'
import { cut, padded, widthOf } from './width.ts'

export type Cell = string | number | null

export type Look = {
  /** The terminal's width; undefined means unlimited. */
  columns: number | undefined
  isColored: boolean
}

const gap = 2
/** Minimum width of a column. Narrower columns are unreadable, so lines wrap in narrower terminals. */
const columnWidthMin = 6

export const lookOf = (stdout: NodeJS.WriteStream, env: Record<string, string | undefined>): Look => ({
  columns: stdout.isTTY ? stdout.columns : undefined,
  // no-color.org: set and not empty.
  isColored: Boolean(stdout.isTTY) && !env.NO_COLOR,
})

/** Columns are as wide as their content, within the terminal's width. */
export function table(headings: string[], rows: Cell[][], { columns, isColored }: Look): string {
  const lines = [headings, ...rows].map((row) => row.map(textOf))
  const widths = fitting(
    headings.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at]!)))),
    columns,
  )
  const [heading, ...rest] = lines.map((line) => aligned(line, widths))
  return [isColored ? `\x1b[1m${heading}\x1b[22m` : heading, ...rest].map((line) => `${line}\n`).join('')
}

/** Name and value pairs, one per line. */
export function facts(pairs: [name: string, value: Cell][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('')
}

/** Shrinks the widest column until the table fits. */
function fitting(widths: number[], columns = Number.POSITIVE_INFINITY): number[] {
  const fit = [...widths]
  const total = () => fit.reduce((sum, width) => sum + width + gap, -gap)
  while (total() > columns) {
    const widest = Math.max(...fit)
    if (widest <= columnWidthMin) break
    fit[fit.lastIndexOf(widest)] = widest - 1
  }
  return fit
}

const aligned = (cells: string[], widths: number[]) =>
  cells
    .map((cell, at) => padded(cut(cell, widths[at]!), widths[at]!))
    .join(' '.repeat(gap))
    .trimEnd()

const textOf = (cell: Cell) => (cell === null ? '-' : plain(String(cell)))
