import type { Box } from './layout.ts'

export const rotations = [0, 90, 180, 270] as const
export const flips = ['horizontal', 'vertical'] as const

type Point = { x: number; y: number }
export type Area = Point & Box

/** Applied in this order: rotate, flip, crop, resize. */
export type Edit = {
  /** Degrees, clockwise. */
  rotate?: (typeof rotations)[number] | undefined
  flip?: (typeof flips)[number] | undefined
  /** In pixels of the rotated image. */
  crop?: Area | undefined
  /**
   * Pixels. If only one side is set, the other side follows. If both are set, the image is cropped to fill
   * them.
   */
  width?: number | undefined
  height?: number | undefined
}

export type EditLayout = {
  area: Area
  size: Box
}

export const turnedSize = ({ width, height }: Box, { rotate = 0 }: Edit): Box =>
  isQuarterTurn(rotate) ? { width: height, height: width } : { width, height }

export const isQuarterTurn = (rotate: number) => rotate % 180 !== 0

/**
 * The part of an image that an edit keeps, and the size of the result.
 * @param from the size of the image, upright.
 * @param focus the point of the image that stays visible, 0 to 1 from the top left. Defaults to the center.
 */
export function editLayout(from: Box, edit: Edit, focus?: Point | null): EditLayout {
  const turned = turnedSize(from, edit)
  const crop = edit.crop ?? { x: 0, y: 0, ...turned }
  const { width, height } = edit
  if (width === undefined || height === undefined) {
    const scale = width !== undefined ? width / crop.width : height !== undefined ? height / crop.height : 1
    const size = {
      width: width ?? atLeast1(crop.width * scale),
      height: height ?? atLeast1(crop.height * scale),
    }
    return { area: crop, size }
  }
  const scale = Math.min(crop.width / width, crop.height / height)
  const kept = {
    width: Math.min(crop.width, atLeast1(width * scale)),
    height: Math.min(crop.height, atLeast1(height * scale)),
  }
  const point = focus ? turnedPoint(focus, edit) : { x: 0.5, y: 0.5 }
  const center = focus
    ? { x: point.x * turned.width, y: point.y * turned.height }
    : { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 }
  const area = {
    x: within(center.x - kept.width / 2, crop.x, crop.x + crop.width - kept.width),
    y: within(center.y - kept.height / 2, crop.y, crop.y + crop.height - kept.height),
    ...kept,
  }
  return { area, size: { width, height } }
}

/**
 * The position of a point of the image in the result, 0 to 1 from the top left. Null if the point was cropped
 * off.
 */
export function movedPoint(focus: Point, from: Box, edit: Edit, { area }: EditLayout): Point | null {
  const turned = turnedSize(from, edit)
  const { x, y } = turnedPoint(focus, edit)
  const moved = { x: (x * turned.width - area.x) / area.width, y: (y * turned.height - area.y) / area.height }
  const isKept = [moved.x, moved.y].every((share) => share >= 0 && share <= 1)
  return isKept ? { x: rounded(moved.x), y: rounded(moved.y) } : null
}

export function areaBefore(area: Area, from: Box, edit: Edit): Area {
  const turned = turnedSize(from, edit)
  const x = edit.flip === 'horizontal' ? turned.width - area.x - area.width : area.x
  const y = edit.flip === 'vertical' ? turned.height - area.y - area.height : area.y
  const { width, height } = area
  if (edit.rotate === 90) return { x: y, y: from.height - x - width, width: height, height: width }
  if (edit.rotate === 180) return { x: from.width - x - width, y: from.height - y - height, width, height }
  if (edit.rotate === 270) return { x: from.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

export function scaledArea(area: Area, from: Box, to: Box): Area {
  const [across, down] = [to.width / from.width, to.height / from.height]
  const x = Math.min(to.width - 1, Math.round(area.x * across))
  const y = Math.min(to.height - 1, Math.round(area.y * down))
  const width = Math.min(to.width - x, atLeast1(area.width * across))
  const height = Math.min(to.height - y, atLeast1(area.height * down))
  return { x, y, width, height }
}

function turnedPoint({ x, y }: Point, { rotate = 0, flip }: Edit): Point {
  const turned = {
    0: { x, y },
    90: { x: 1 - y, y: x },
    180: { x: 1 - x, y: 1 - y },
    270: { x: y, y: 1 - x },
  }[rotate]
  if (flip === 'horizontal') return { x: 1 - turned.x, y: turned.y }
  return flip === 'vertical' ? { x: turned.x, y: 1 - turned.y } : turned
}

const atLeast1 = (length: number) => Math.max(1, Math.round(length))
const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value)))
/** Rounds a share to the precision with which people can point. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000
