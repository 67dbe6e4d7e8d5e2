import { plain } from './plain.ts'
import { cut, padded, widthOf } from './width.ts'

export type Cell = string | number | null

export type Look = {
  /** Columns of the terminal; undefined: as wide as it takes. */
  columns: number | undefined
  isColored: boolean
}

const gap = 2
/** Below this nothing is recognised any more: then lines may wrap. */
const columnWidthMin = 6

export const lookOf = (stdout: NodeJS.WriteStream, env: Record<string, string | undefined>): Look => ({
  columns: stdout.isTTY ? stdout.columns : undefined,
  // no-color.org: when it is there and not empty.
  isColored: Boolean(stdout.isTTY) && !env.NO_COLOR,
})

/** Rows under their headings, in columns as wide as they need to be and the terminal allows. */
export function table(headings: string[], rows: Cell[][], { columns, isColored }: Look): string {
  const lines = [headings, ...rows].map((row) => row.map(textOf))
  const widths = fitting(
    headings.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at]!)))),
    columns,
  )
  const [heading, ...rest] = lines.map((line) => aligned(line, widths))
  return [isColored ? `\x1b[1m${heading}\x1b[22m` : heading, ...rest].map((line) => `${line}\n`).join('')
}

/** Names and values below each other. */
export function facts(pairs: [name: string, value: Cell][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join('')
}

/** Takes from the widest column until all fit. */
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
