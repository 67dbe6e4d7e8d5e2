import type { Rectangle } from '@atelier/svg/transforms'

type Offset = { x: number; y: number }
/** The properties of the list, with gaps in the same units as the boxes. */
type Spacing = {
  columns: number | undefined
  columnGap: number | undefined
  rowGap: number | undefined
}

/**
 * Returns the offset of each row of a list from the first row. Rows that are drawn side by side, and continue in
 * another line, form a grid. The properties of the variable take precedence over the design.
 * @param boxes the boxes of the rows in the design, at least one.
 */
export function listGrid(
  boxes: readonly Rectangle[],
  { columns, columnGap, rowGap }: Spacing,
): (at: number) => Offset {
  const [first, second] = boxes as [Rectangle, Rectangle | undefined]
  const step = second && offset(first, second)
  const isDown = step === undefined || Math.abs(step.y) > Math.abs(step.x)
  const perLine = boxesPerLine(boxes, isDown)
  const line = perLine === undefined ? undefined : offset(first, boxes[perLine]!)
  const [drawnRight, drawnDown] = isDown ? [line, step] : [step, line]
  // A distance that is not drawn has the gap of the other distance.
  const gap = step === undefined ? 0 : isDown ? step.y - first.height : step.x - first.width
  const right =
    columnGap === undefined && drawnRight
      ? drawnRight
      : { x: first.width + (columnGap ?? Math.max(0, gap)), y: 0 }
  const down =
    rowGap === undefined && drawnDown ? drawnDown : { x: 0, y: first.height + (rowGap ?? Math.max(0, gap)) }
  const placed = (column: number, row: number): Offset => ({
    x: right.x * column + down.x * row,
    y: right.y * column + down.y * row,
  })
  // A design whose first column is drawn before the second column is filled in this order.
  if (columns === undefined && isDown && perLine !== undefined)
    return (at) => placed(Math.floor(at / perLine), at % perLine)
  const columnCount = columns ?? (isDown ? 1 : perLine)
  if (columnCount === undefined) return (at) => placed(at, 0)
  return (at) => placed(at % columnCount, Math.floor(at / columnCount))
}

const offset = (from: Rectangle, to: Rectangle): Offset => ({ x: to.x - from.x, y: to.y - from.y })

/** Returns the number of boxes before the first box that steps back. Undefined if all boxes form one line. */
function boxesPerLine(boxes: readonly Rectangle[], isDown: boolean): number | undefined {
  const along = (box: Rectangle) => (isDown ? box.y : box.x)
  const isForward = boxes[1] === undefined || along(boxes[1]) >= along(boxes[0]!)
  const at = boxes.findIndex((box, index) => {
    const move = index === 0 ? 0 : along(box) - along(boxes[index - 1]!)
    return index > 1 && (isForward ? move < 0 : move > 0)
  })
  return at === -1 ? undefined : at
}
