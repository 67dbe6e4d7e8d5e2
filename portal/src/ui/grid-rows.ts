import { type CellShape, gridGap, gridSizes } from './grid-sizes.ts'

/** A cell of a row: its index in the whole list, and its width in CSS pixels. */
export type Cell = { place: number; width: number }

/** How a grid divides a list into rows. Indexes are those of the whole list, from 0. */
export type GridRows = {
  count: number
  /** Height without the gap below, in CSS pixels. */
  heightOf(row: number): number
  cellsOf(row: number): Cell[]
  rowOf(place: number): number
  /** The place `rows` rows further down, or up if negative. It can be outside of the list. */
  stepFrom(place: number, rows: number): number
}

/** @param end number of cells, including those that are still loading. */
export function uniformRows(width: number, shape: CellShape, end: number): GridRows {
  const { columns, cellWidth, rowHeight } = gridSizes(width, shape)
  return {
    count: Math.ceil(end / columns),
    heightOf: () => rowHeight - gridGap,
    cellsOf: (row) =>
      Array.from({ length: columns }, (_, column) => ({
        place: row * columns + column,
        width: cellWidth,
      })).filter(({ place }) => place < end),
    rowOf: (place) => Math.floor(place / columns),
    stepFrom: (place, rows) => place + rows * columns,
  }
}

/** Limits of an image's aspect ratio. Other images are cropped, so that no row becomes a line or a column. */
const ratioMin = 0.5
const ratioMax = 3

/**
 * Rows of the same width, whose cells have the shapes of their images.
 * @param ratios width divided by height of each cell.
 * @param heightMax maximum height of the images, in CSS pixels.
 */
export function justifiedRows(
  width: number,
  { heightMax, captionHeight }: { heightMax: number; captionHeight: number },
  ratios: readonly number[],
): GridRows {
  const starts: number[] = []
  const heights: number[] = []
  let start = 0
  let sum = 0
  const close = (end: number, height: number) => {
    starts.push(start)
    heights.push(height)
    start = end
    sum = 0
  }
  ratios.forEach((ratio, place) => {
    sum += between(ratio)
    const height = (width - gridGap * (place - start)) / sum
    if (height <= heightMax) close(place + 1, height)
  })
  // The last row is not stretched.
  if (start < ratios.length) close(ratios.length, heightMax)

  const cellsOf = (row: number): Cell[] => {
    const first = starts[row] ?? ratios.length
    const end = starts[row + 1] ?? ratios.length
    return ratios
      .slice(first, end)
      .map((ratio, at) => ({ place: first + at, width: between(ratio) * heights[row]! }))
  }
  const rowOf = (place: number) =>
    Math.max(
      0,
      starts.findLastIndex((first) => first <= place),
    )
  return {
    count: starts.length,
    heightOf: (row) => (heights[row] ?? heightMax) + captionHeight,
    cellsOf,
    rowOf,
    stepFrom(place, rows) {
      const row = rowOf(place)
      const to = row + rows
      if (to < 0) return row === 0 ? place : 0
      if (to >= starts.length) return row === starts.length - 1 ? place : ratios.length - 1
      const wanted = centers(cellsOf(row)).find((cell) => cell.place === place)!.center
      const nearest = centers(cellsOf(to)).toSorted(
        (one, other) => Math.abs(one.center - wanted) - Math.abs(other.center - wanted),
      )
      return nearest[0]!.place
    },
  }
}

const between = (ratio: number) => Math.max(ratioMin, Math.min(ratioMax, ratio))

function centers(cells: readonly Cell[]) {
  let left = 0
  return cells.map(({ place, width }) => {
    const center = left + width / 2
    left += width + gridGap
    return { place, center }
  })
}
