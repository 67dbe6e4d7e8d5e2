import { open, readFile, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { drawingBudget, withinBudget } from './budget.ts'
import { sourceOfFile } from './byte-source.ts'
import { DecodeError } from './decode-error.ts'
import { readHeif } from './heif.ts'
import { profileOfCodePoints } from './high-dynamic-range.ts'
import { type Box, layout } from './layout.ts'
import { type CompanyFont, withOutlines } from './outline-text.ts'
import { isPreviewed } from './previews/kinds.ts'
import { previewOf } from './previews/preview.ts'
import { inSrgb, rasterOf, withColors } from './raster.ts'
import type { Rendering } from './rendering.ts'
import type { Source } from './source.ts'
import { scalableSvg } from './svg-scale.ts'

export type Rendered = { width: number; height: number; size: number }

/**
 * Draws a file and writes renditions. They contain no camera metadata (location, owner, orientation). For an
 * animation the first frame is used. Runs in a separate process (decoder.ts).
 * @param extension under which the file is stored. It decides how the file is drawn.
 * @param fonts of the company, for the text of a vector.
 * @param targets what to write where, the largest first: each is made from the one before, if that is no
 *   smaller.
 * @throws {DecodeError}
 */
export async function render(
  source: string,
  extension: string,
  targets: readonly (Rendering & { path: string })[],
  fonts: readonly CompanyFont[] = [],
): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  let from = await sourceOf(source, extension, fonts)
  for (const { path, ...wanted } of targets) {
    const { picture, next } = await draw(from, wanted)
    const { data, info } = await encoded(picture, wanted)
      .toBuffer({ resolveWithObject: true })
      .catch(undecodable)
    // Separate, because a full disk is not the image's fault.
    await writeFile(path, data)
    rendered.push({ width: info.width, height: info.height, size: data.length })
    if (next) from = next
  }
  return rendered
}

async function sourceOf(path: string, extension: string, fonts: readonly CompanyFont[]): Promise<Source> {
  if (extension === 'svg') return vectorSource(await readFile(path), fonts)
  if (isPreviewed(extension)) return previewSource(path, extension)
  return pictureSource(path, extension)
}

async function pictureSource(picture: string | Buffer, extension = ''): Promise<Source> {
  const raster = await rasterOf(picture, extension)
  const corrected = await raster.corrected?.().catch(undecodable)
  const first = () => corrected?.clone() ?? raster.open().autoOrient()
  const { autoOrient, ...header } = await first().metadata().catch(undecodable)
  return { open: () => inSrgb(first(), header), ...autoOrient }
}

async function previewSource(path: string, extension: string): Promise<Source> {
  const preview = await previewOf(path, extension)
  if (!preview) throw new DecodeError('no_picture')
  if ('svg' in preview) return vectorSource(preview.svg, preview.fonts)
  if (!('picture' in preview)) return extension === 'heic' ? ofHeic(path, preview) : preview
  // An SVG in place of a picture would be drawn without having been cleaned.
  if (!isRaster(preview.picture)) throw new DecodeError('damaged')
  return pictureSource(preview.picture)
}

/** The decoder of HEIC returns pixels as they are coded, whatever colors they mean. */
async function ofHeic(path: string, preview: Source): Promise<Source> {
  const file = await open(path, 'r')
  try {
    const { profile, primaries, transfer } = await readHeif(await sourceOfFile(file))
    const colors = profile ?? profileOfCodePoints(primaries, transfer)
    if (!colors) return preview
    const { width, height } = preview
    const picture = await withColors(await preview.open({ width, height }), colors, false).catch(undecodable)
    const { width: shownWidth, height: shownHeight } = await picture.metadata()
    return { open: () => picture.clone(), width: shownWidth, height: shownHeight }
  } finally {
    await file.close()
  }
}

const isRaster = (bytes: Buffer) =>
  /^(?:\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*|GIF8|RIFF....WEBP)/s.test(bytes.toString('latin1', 0, 12))

/** Below this, rounding would change the proportions. */
const roundedSideMin = 50

async function vectorSource(document: Buffer, fonts: readonly CompanyFont[]): Promise<Source> {
  const bytes = await withOutlines(document, fonts)
  const budget = drawingBudget(document.length, 0, process.memoryUsage.rss())
  const { at, ...exact } = await withinBudget(budget, () => scalableSvg(bytes).catch(undecodable))
  // The size that the asset states, from which the size of its renditions follows.
  const isLarge = Math.min(exact.width, exact.height) >= roundedSideMin
  const { width, height } = isLarge
    ? { width: Math.round(exact.width), height: Math.round(exact.height) }
    : exact
  return { open: at, width, height, drawing: { bytes: document.length } }
}

async function draw(from: Source, wanted: Rendering) {
  const { box, crop, border } = layout(from, wanted, from.drawing !== undefined)
  const sized = (await from.open(box)).resize(box.width, box.height, { fit: 'fill' })
  // A cropped or bordered rendition is used once; others are kept as pixels, from which smaller ones are
  // made.
  const pixels = from.drawing
    ? await drawnWithinBudget(sized, from.drawing.bytes, box)
    : border || crop
      ? undefined
      : await rawOf(sized)
  const picture = (await pixels?.open(box)) ?? sized
  if (border) {
    const isSeenThrough = wanted.format !== 'jpeg'
    const canvas = isSeenThrough ? picture.ensureAlpha() : picture.flatten({ background: white })
    return { picture: canvas.extend({ ...border, background: { ...white, alpha: isSeenThrough ? 0 : 1 } }) }
  }
  return crop ? { picture: picture.extract(crop) } : { picture, next: pixels }
}

function drawnWithinBudget(sized: Sharp, bytes: number, { width, height }: Box): Promise<Source> {
  return withinBudget(drawingBudget(bytes, width * height, process.memoryUsage.rss()), () => rawOf(sized))
}

async function rawOf(sized: Sharp): Promise<Source> {
  const { data, info } = await sized
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(undecodable)
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels } })
  return { open, width, height }
}

const white = { r: 255, g: 255, b: 255 }

/** The fastest AVIF setting whose files are still smaller than WebP. */
const avifEffort = 2

function encoded(picture: Sharp, { format, quality }: Rendering): Sharp {
  if (format === 'webp') return picture.webp({ quality })
  if (format === 'avif') return picture.avif({ quality, effort: avifEffort })
  if (format === 'png') return picture.png()
  return picture.flatten({ background: white }).jpeg({ quality, mozjpeg: true })
}

function undecodable(): never {
  throw new DecodeError('damaged')
}
