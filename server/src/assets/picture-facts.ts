import type { PictureFacts } from '../db/schema.ts'
import { cellOf } from '../images/color-cells.ts'
import type { Inspection } from '../images/inspect.ts'

/** Maximum difference of the sides of a square, as a share. */
const squareToleranceShare = 0.02
/** Minimum share of the image that a reported color covers. */
const colorShareMin = 0.2

export const orientations = ['landscape', 'portrait', 'square'] as const

export const noPicture: PictureFacts = {
  orientation: null,
  color: null,
  color_cell: null,
  has_alpha: null,
  is_animated: null,
}

/** Facts that can be computed from the image without a model: orientation, color, transparency, animation. */
export function pictureFacts({ kind, width, height, frames, colors }: Inspection): PictureFacts {
  const isImage = kind === 'image'
  if (!isImage && kind !== 'video') return noPicture
  return {
    orientation: width && height ? orientationOf(width, height) : null,
    color: colors && colors.colorShare >= colorShareMin ? colors.colorName : null,
    color_cell: colors?.dominantColor ? cellOf(colors.dominantColor) : null,
    has_alpha: colors?.isTransparent ?? null,
    is_animated: isImage ? frames > 1 : null,
  }
}

function orientationOf(width: number, height: number) {
  if (Math.abs(width / height - 1) <= squareToleranceShare) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
