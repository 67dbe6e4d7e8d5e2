/** Between the cells, in CSS pixels. */
export const gridGap = 16

/** How a cell of a grid looks. */
export type CellShape = {
  /** In CSS pixels. */
  cellWidthMin: number
  /** Height of a picture, as a share of its width. */
  aspect: number
  /** What stands below the picture, in CSS pixels. */
  captionHeight: number
}

/** @param width of what scrolls, in CSS pixels. `rowHeight` is with the gap. */
export function gridSizes(width: number, { cellWidthMin, aspect, captionHeight }: CellShape) {
  const columns = Math.max(2, Math.floor((width + gridGap) / (cellWidthMin + gridGap)))
  const cellWidth = (width - gridGap * (columns - 1)) / columns
  return { columns, cellWidth, rowHeight: cellWidth * aspect + captionHeight + gridGap }
}
