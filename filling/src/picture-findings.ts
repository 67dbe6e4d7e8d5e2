import type { DocumentSize } from '@atelier/svg/document-size'
import type { FillingFinding } from './findings.ts'
import type { Picture } from './picture.ts'
import type { Placement } from './values.ts'

/** Minimum pixels per inch in print. Images with fewer look soft. */
const dpiMin = 200
/** Maximum enlargement of an image. Above this factor, the image also looks soft on a screen. */
const enlargedMax = 2
/** Tolerance for rounding. */
const tolerance = 1.01

/** Pixels. If neither side is set, the size follows from the document. */
export type Output = { width?: number | null; height?: number | null; scale?: number }

type Shown = { variable: string; picture: Picture; placement: Placement }

/** Reports images with fewer pixels than their box needs, per inch in print and per pixel on a screen. */
export function pictureFindings(
  shown: readonly Shown[],
  size: DocumentSize,
  view: { width: number; height: number },
  output: Output | undefined,
): FillingFinding[] {
  const inchesPer =
    size.unit === 'px' ? undefined : (size.width / view.width) * (size.unit === 'mm' ? 1 / 25.4 : 1)
  const pixelsPer = pixelsPerUnit(size, view, output)
  return shown.flatMap(({ variable, picture, placement }) => {
    if (picture.isVector) return []
    const [a, b] = placement.transform
    const units = Math.hypot(a, b)
    if (!(units > 0)) return []
    return [
      ...(inchesPer === undefined ? [] : onPaper(variable, picture, units * inchesPer)),
      ...(pixelsPer === undefined ? [] : onScreen(variable, picture, units * pixelsPer)),
    ]
  })
}

/** The pixels per user unit. Undefined for print, which has no pixels. */
function pixelsPerUnit(
  size: DocumentSize,
  view: { width: number; height: number },
  output: Output | undefined,
): number | undefined {
  const { width, height, scale = 1 } = output ?? {}
  if (width) return (width * scale) / view.width
  if (height) return (height * scale) / view.height
  return size.unit === 'px' ? (size.width * scale) / view.width : undefined
}

function onPaper(variable: string, picture: Picture, inches: number): FillingFinding[] {
  const dpi = Math.round(picture.width / inches)
  if (dpi >= dpiMin) return []
  return [
    {
      type: 'image_low_resolution',
      variable,
      message: `The image has ${dpi} pixels per inch where it is placed, and print needs ${dpiMin}.`,
      data: { dpi, required: dpiMin, width: picture.width, height: picture.height },
    },
  ]
}

function onScreen(variable: string, picture: Picture, pixels: number): FillingFinding[] {
  const factor = pixels / picture.width
  if (factor <= tolerance) return []
  const scale = Math.round(factor * 100) / 100
  const data = { scale, width: picture.width, height: picture.height, needed_width: Math.ceil(pixels) }
  const needed = `${picture.width} pixels wide, and its place needs ${data.needed_width}`
  const upscaled = {
    type: 'image_upscaled' as const,
    variable,
    message: `The image is enlarged: it is ${needed}.`,
    data,
  }
  if (factor < enlargedMax) return [upscaled]
  return [
    upscaled,
    {
      type: 'image_low_resolution',
      variable,
      message: `The image has too few pixels: it is ${needed}.`,
      data,
    },
  ]
}
