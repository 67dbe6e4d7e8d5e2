import type { Matrix, Rectangle } from '@atelier/svg/transforms'

/** The inverse of a matrix. Undefined for a singular matrix. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return undefined
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant]
  return [p, q, r, s, -(p * e + r * f), -(q * e + s * f)]
}

/** Expands a rectangle to whole pixels. Less than 0.001 pixels do not add another pixel. */
export function wholePixels({ x, y, width, height }: Rectangle): Rectangle {
  const [left, top] = [Math.floor(x + 1e-3), Math.floor(y + 1e-3)]
  const [right, bottom] = [Math.ceil(x + width - 1e-3), Math.ceil(y + height - 1e-3)]
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

export function intersection(one: Rectangle, other: Rectangle): Rectangle {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

/** The scale of the matrix along the axes of the image. */
export const scalesOf = ([a, b, c, d]: Matrix) => [Math.hypot(a, b), Math.hypot(c, d)] as const
