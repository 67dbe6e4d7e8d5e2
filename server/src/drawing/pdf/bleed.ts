import { type Matrix, type Rectangle, transformBox } from '@atelier/svg/transforms'
import { inverse } from '../matrix.ts'

/** How far a page is printed beyond its edges, in user units of the document's root. */
export type Bleed = { page: Rectangle; by: { x: number; y: number } }

/**
 * Maximum distance from the edge that counts as a rounding error of the design tool, as a fraction of the
 * page.
 */
const tolerance = 0.002

/**
 * Stretches a rectangle that reaches an edge of the page into the bleed. Returns the same object when it
 * reaches none.
 */
export function bledOut({ page, by }: Bleed, frame: Matrix, rect: Rectangle): Rectangle {
  const back = inverse(frame)
  if (!back || frame[1] !== 0 || frame[2] !== 0) return rect
  const seen = transformBox(frame, rect)
  const [nearX, nearY] = [page.width * tolerance, page.height * tolerance]
  let [left, top] = [seen.x, seen.y]
  let [right, bottom] = [seen.x + seen.width, seen.y + seen.height]
  if (left <= page.x + nearX) left = Math.min(left, page.x - by.x)
  if (top <= page.y + nearY) top = Math.min(top, page.y - by.y)
  if (right >= page.x + page.width - nearX) right = Math.max(right, page.x + page.width + by.x)
  if (bottom >= page.y + page.height - nearY) bottom = Math.max(bottom, page.y + page.height + by.y)
  const isSame =
    left === seen.x && top === seen.y && right === seen.x + seen.width && bottom === seen.y + seen.height
  return isSame ? rect : transformBox(back, { x: left, y: top, width: right - left, height: bottom - top })
}
