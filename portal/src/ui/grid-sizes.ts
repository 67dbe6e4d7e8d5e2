/** CSS pixels. */
export const gridGap = 16

export type CellShape = {
  /** CSS pixels. */
  cellWidthMin: number
  /** Height of an image relative to its width. */
  aspect: number
  /** CSS pixels. */
  captionHeight: number
}

/** @param width the width of the scroll container in CSS pixels. `rowHeight` includes the gap. */
export function gridSizes(width: number, { cellWidthMin, aspect, captionHeight }: CellShape) {
  const columns = Math.max(2, Math.floor((width + gridGap) / (cellWidthMin + gridGap)))
  const cellWidth = (width - gridGap * (columns - 1)) / columns
  return { columns, cellWidth, rowHeight: cellWidth * aspect + captionHeight + gridGap }
}
