import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { drawingBudget, withinBudget } from './budget.ts'
import { areaBefore, type Edit, type EditLayout, isQuarterTurn, scaledArea } from './edit-layout.ts'
import { encoded } from './encode.ts'
import type { Box } from './layout.ts'
import { sideMax } from './limits.ts'
import { sourceOf, undecodable } from './open-source.ts'
import type { CompanyFont } from './outline-text.ts'
import type { Rendered } from './render.ts'
import { type Rendering, renditionSideMax } from './rendering.ts'
import type { Source } from './source.ts'

export type EditRequest = Pick<Edit, 'rotate' | 'flip'> &
  EditLayout &
  Pick<Rendering, 'format' | 'quality'> & {
    /** The upright size that `area` refers to. An embedded preview can be smaller. */
    from: Box
    /** The XMP packet of the result, if it has one. */
    xmp?: string | undefined
    path: string
  }

export type Edited = Rendered & {
  checksum: string
}

/**
 * Rotates, flips, crops and scales an image, and writes the result. It keeps the color profile, transparency
 * and, as a PNG, 16 bits per channel, but no camera metadata, whose thumbnail would show the cropped parts.
 * Runs in a separate process (decoder.ts).
 * @param extension the extension under which the file is stored.
 * @param fonts the company's fonts, for the text of a vector.
 * @throws {DecodeError}
 */
export async function edit(
  source: string,
  extension: string,
  request: EditRequest,
  fonts: readonly CompanyFont[] = [],
): Promise<Edited> {
  const { format, path, xmp } = request
  const from = await sourceOf(source, extension, fonts, { colors: keepingColors(format), sideMax })
  const work = () =>
    edited(from, request)
      .then((picture) =>
        encoded(xmp === undefined ? picture : picture.withXmp(xmp), request).toBuffer({
          resolveWithObject: true,
        }),
      )
      .catch(undecodable)
  const { data, info } = await (from.drawing ? withinBudget(budgetOf(from, request), work) : work())
  // Handled separately, because a full disk is not an error of the image.
  await writeFile(path, data)
  const checksum = createHash('sha256').update(data).digest('hex')
  return { width: info.width, height: info.height, size: data.length, checksum }
}

/** Keeps colors, except that CMYK and gray images become sRGB, because some formats do not support them. */
const keepingColors =
  (format: Rendering['format']) =>
  (picture: Sharp, { space, depth }: Metadata): Sharp => {
    const kept = space === 'srgb' || space === 'rgb16' || space === 'rgb' ? picture.keepIccProfile() : picture
    return kept.toColorspace(depth === 'ushort' && format === 'png' ? 'rgb16' : 'srgb')
  }

async function edited(from: Source, request: EditRequest): Promise<Sharp> {
  const { rotate = 0, flip } = request
  const whole = wholeOf(from, request)
  const area = scaledArea(areaBefore(request.area, request.from, { rotate, flip }), request.from, whole)
  const { width, height } = smallerThan(from, area, rotate, request)
  const opened = (await from.open(whole)).extract({
    left: area.x,
    top: area.y,
    width: area.width,
    height: area.height,
  })
  // When the size also changes, the library mirrors first and rotates last, regardless of the order of the calls.
  const isTurned = isQuarterTurn(rotate)
  return opened
    .resize(isTurned ? height : width, isTurned ? width : height, { fit: 'fill' })
    .flop(flip === (isTurned ? 'vertical' : 'horizontal'))
    .flip(flip === (isTurned ? 'horizontal' : 'vertical'))
    .rotate(rotate)
}

/** A smaller preview is not enlarged. */
function smallerThan(from: Source, area: Box, rotate: number, { size, from: stated }: EditRequest): Box {
  if (from.drawing || (from.width === stated.width && from.height === stated.height)) return size
  const turned = isQuarterTurn(rotate) ? { width: area.height, height: area.width } : area
  const scale = Math.min(1, turned.width / size.width, turned.height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

/** The size at which the whole image is drawn. A vector is drawn as large as its result needs. */
function wholeOf(source: Source, { from, area, size }: Pick<EditRequest, 'from' | 'area' | 'size'>): Box {
  if (!source.drawing) return { width: source.width, height: source.height }
  const scale = drawnScale({ from, area, size })
  return {
    width: Math.max(1, Math.round(from.width * scale)),
    height: Math.max(1, Math.round(from.height * scale)),
  }
}

/**
 * No vector is drawn larger than the largest rendition: otherwise, a crop of one pixel could require a drawing of any
 * size.
 */
const drawnScale = ({ from, area, size }: Pick<EditRequest, 'from' | 'area' | 'size'>): number =>
  Math.min(size.width / area.width, renditionSideMax / Math.max(from.width, from.height))

const budgetOf = ({ drawing }: Source, request: EditRequest) => {
  const { width, height } = request.from
  const scale = drawnScale(request)
  return drawingBudget(drawing!.bytes, width * height * scale ** 2, process.memoryUsage.rss())
}
