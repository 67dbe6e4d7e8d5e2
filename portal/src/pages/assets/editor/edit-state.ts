import type { Asset } from '../../../../../sdk/src/index.ts'
import type { Point } from '../../../ui/focal-picker.tsx'

export type Turn = 0 | 90 | 180 | 270
export type Format = 'jpeg' | 'png' | 'webp' | 'avif'
export type Size = { width: number; height: number }
/** Percentages of the rotated image. */
export type Area = { x: number; y: number } & Size

/** The orientation of the image: rotated clockwise, then mirrored. */
export type Stand = { rotate: Turn; isMirrored: boolean }

export type Shape = 'free' | 'original' | '1:1' | '4:5' | '3:2' | '16:9' | '9:16'
export const shapes: Shape[] = ['free', 'original', '1:1', '4:5', '3:2', '16:9', '9:16']

export const quickSizes = {
  square: { width: 1080, height: 1080 },
  portrait: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
  link: { width: 1200, height: 630 },
  screen: { width: 1920, height: 1080 },
} as const
export type QuickSize = keyof typeof quickSizes

export const whole: Area = { x: 0, y: 0, width: 100, height: 100 }
export const unturned: Stand = { rotate: 0, isMirrored: false }

const turns: Turn[] = [0, 90, 180, 270]
export const turned = (rotate: Turn, by: 90 | 270): Turn => turns[(turns.indexOf(rotate) + by / 90) % 4]!
const isQuarter = ({ rotate }: Stand) => rotate % 180 !== 0

export const turnedSize = ({ width, height }: Size, stand: Stand): Size =>
  isQuarter(stand) ? { width: height, height: width } : { width, height }

/** The orientation after the displayed image is rotated by 90 degrees or mirrored. */
export const afterTurn = ({ rotate, isMirrored }: Stand, by: 90 | 270): Stand => ({
  // A mirrored image rotates in the other direction.
  rotate: turned(rotate, isMirrored ? ((360 - by) as 90 | 270) : by),
  isMirrored,
})
export const afterFlip = ({ rotate, isMirrored }: Stand, direction: 'horizontal' | 'vertical'): Stand => ({
  // Rotating by 180 degrees and mirroring is the same as mirroring along the other axis.
  rotate: direction === 'vertical' ? turned(turned(rotate, 90), 90) : rotate,
  isMirrored: !isMirrored,
})

type Move = (point: Point) => Point
export const moves = {
  90: ({ x, y }: Point) => ({ x: 1 - y, y: x }),
  270: ({ x, y }: Point) => ({ x: y, y: 1 - x }),
  horizontal: ({ x, y }: Point) => ({ x: 1 - x, y }),
  vertical: ({ x, y }: Point) => ({ x, y: 1 - y }),
} satisfies Record<string | number, Move>

export function movedArea({ x, y, width, height }: Area, move: Move): Area {
  const one = move({ x: x / 100, y: y / 100 })
  const other = move({ x: (x + width) / 100, y: (y + height) / 100 })
  return {
    x: 100 * Math.min(one.x, other.x),
    y: 100 * Math.min(one.y, other.y),
    width: 100 * Math.abs(one.x - other.x),
    height: 100 * Math.abs(one.y - other.y),
  }
}

export function ratioOf(shape: Shape, picture: Size): number | undefined {
  if (shape === 'free') return undefined
  if (shape === 'original') return picture.width / picture.height
  const [across, down] = shape.split(':').map(Number)
  return across! / down!
}

/** The largest area with this aspect ratio within another area, around its center. */
export function shapedArea(area: Area, ratio: number, picture: Size): Area {
  const scale = Math.min(picture.width / ratio, picture.height)
  const width = (100 * scale * ratio) / picture.width
  const height = (100 * scale) / picture.height
  const start = (from: number, length: number, kept: number) =>
    Math.min(100 - kept, Math.max(0, from + length / 2 - kept / 2))
  return { x: start(area.x, area.width, width), y: start(area.y, area.height, height), width, height }
}

/** In whole pixels. With a ratio, the height follows from the width. */
export function pixelsOf(area: Area, picture: Size, ratio: number | undefined): Area {
  const x = Math.min(picture.width - 1, Math.round((area.x * picture.width) / 100))
  const y = Math.min(picture.height - 1, Math.round((area.y * picture.height) / 100))
  const width = clamped((area.width * picture.width) / 100, picture.width - x)
  const height = ratio === undefined ? (area.height * picture.height) / 100 : width / ratio
  return { x, y, width, height: clamped(height, picture.height - y) }
}

const clamped = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length)))

export const isWhole = ({ x, y, width, height }: Area, picture: Size) =>
  x === 0 && y === 0 && width === picture.width && height === picture.height

/** The position in the crop of a point of the rotated image. Undefined outside of the crop. */
export function pointInCrop({ x, y }: Point, crop: Area, picture: Size): Point | undefined {
  const point = {
    x: (x * picture.width - crop.x) / crop.width,
    y: (y * picture.height - crop.y) / crop.height,
  }
  const isInside = [point.x, point.y].every((share) => share >= 0 && share <= 1)
  return isInside ? { x: rounded(point.x), y: rounded(point.y) } : undefined
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000

/** The format of the asset, if the server can write it. */
export const nativeFormat = ({ extension }: Pick<Asset, 'extension'>): Format | undefined =>
  extension === 'jpg' ? 'jpeg' : (['png', 'webp', 'avif'] as const).find((format) => format === extension)

export const formatOf = (asset: Pick<Asset, 'extension'>): Format => nativeFormat(asset) ?? 'png'

/** Maximum side of an enlarged vector image, in pixels. */
const vectorSideMax = 4_096

/** The maximum factor by which the result can be larger than its crop. */
export const growthOf = ({ extension }: Pick<Asset, 'extension'>, { width, height }: Size) =>
  extension === 'svg' ? vectorSideMax / Math.max(width, height) : 1
