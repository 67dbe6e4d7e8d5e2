import { stat } from 'node:fs/promises'
import { type Matrix, multiply, type Rectangle, transformBox } from '@atelier/svg/transforms'
import sharp, { type Sharp } from 'sharp'
import type { Samples } from './blend.ts'
import type { Picture } from './drawable.ts'
import { picturePixelsMax } from './limits.ts'
import { intersection, inverse, scalesOf, wholePixels } from './matrix.ts'

export type OpenedPicture = {
  picture: Sharp
  width: number
  height: number
  hasAlpha: boolean
  format: string
  /** Whether the image is a JPEG whose pixels can be used without rotation or color conversion. */
  isPlainJpeg: boolean
}

/** Opens an image in its upright orientation, in sRGB. */
export async function openPicture(input: string | Buffer): Promise<OpenedPicture> {
  const options = { limitInputPixels: picturePixelsMax, failOn: 'error' } as const
  const { autoOrient, hasAlpha, icc, format, space, orientation = 1 } = await sharp(input, options).metadata()
  // Converting from sRGB to sRGB would take longer than the rest.
  const isStandard = icc === undefined || isStandardProfile(icc)
  const picture = sharp(input, { ...options, ignoreIcc: isStandard })
    .autoOrient()
    .toColorspace('srgb')
  const isPlainJpeg =
    format === 'jpeg' && isStandard && orientation === 1 && (space === 'srgb' || space === 'b-w')
  return { picture, ...autoOrient, hasAlpha, format: format ?? '', isPlainJpeg }
}

/** Whether the profile describes sRGB (IEC 61966-2-1) itself. */
const isStandardProfile = (icc: Buffer) =>
  /sRGB IEC61966-2[.-]1|s\0R\0G\0B\0 \0I\0E\0C|sRGB built-in|\bsRGB\b/.test(icc.toString('latin1'))

export type Placed = { samples: Samples; matrix: Matrix }

/**
 * Reads the visible part of an image, at about the resolution of the canvas.
 * @param matrix the matrix from pixels of the image to pixels of the canvas.
 * @param region a region of the canvas.
 * @returns the matrix from the read pixels to the canvas.
 */
export async function placePicture(
  { path }: Picture,
  matrix: Matrix,
  region: Rectangle,
): Promise<Placed | undefined> {
  const { picture, width, height } = await openPicture(path)
  const whole = { x: 0, y: 0, width, height }
  const back = inverse(matrix)
  if (!back) return undefined
  const [scaleX, scaleY] = scalesOf(matrix)
  // If the file is larger than shown, each canvas pixel is a mean of several pixels. Otherwise, the file is
  // read at its own size.
  const reduced = {
    width: Math.max(1, Math.min(width, Math.round(width * scaleX))),
    height: Math.max(1, Math.min(height, Math.round(height * scaleY))),
  }
  const toReduced: Matrix = [reduced.width / width, 0, 0, reduced.height / height, 0, 0]
  const seen = intersection(grown(transformBox(multiply(toReduced, back), region), margin), {
    ...whole,
    ...reduced,
  })
  const piece = intersection(wholePixels(seen), { ...whole, ...reduced })
  if (piece.width < 1 || piece.height < 1) return undefined
  const { data, info } = await picture
    .resize(reduced.width, reduced.height, { fit: 'fill', kernel: 'mitchell' })
    .extract({ left: piece.x, top: piece.y, width: piece.width, height: piece.height })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const fromPiece = multiply(inverse(toReduced)!, [1, 0, 0, 1, piece.x, piece.y])
  return {
    samples: { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 },
    matrix: multiply(matrix, fromPiece),
  }
}

/** Number of extra pixels beyond each edge, over which averages are computed. */
const margin = 2

const grown = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Identifies the state of a file. The stamp changes when the file is replaced. */
export async function fileStamp(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path)
  return `${path} ${size} ${mtimeMs} ${ino}`
}
