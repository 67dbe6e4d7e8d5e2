import { open, readFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { drawingBudget, withinBudget } from './budget.ts'
import { sourceOfFile } from './byte-source.ts'
import { DecodeError } from './decode-error.ts'
import { readHeif } from './heif.ts'
import { profileOfCodePoints } from './high-dynamic-range.ts'
import { type CompanyFont, withOutlines } from './outline-text.ts'
import { isPreviewed } from './previews/kinds.ts'
import { previewOf } from './previews/preview.ts'
import { inSrgb, rasterOf, withColors } from './raster.ts'
import type { Source } from './source.ts'
import { scalableSvg } from './svg-scale.ts'

type Wanted = {
  /** Handles the colors of an image that is not drawn. By default, they are converted to sRGB. */
  colors?: (picture: Sharp, header: Metadata) => Sharp
  /** Longer side of images whose colors must be corrected, limited because the correction takes memory. */
  sideMax?: number
  /** Pages start at 1. */
  page?: number
}

/**
 * Opens a file as pixels, upright.
 * @param extension the extension under which the file is stored. It decides how the file is drawn.
 * @throws {DecodeError}
 */
export async function sourceOf(
  path: string,
  extension: string,
  fonts: readonly CompanyFont[],
  wanted: Wanted = {},
): Promise<Source> {
  if (extension === 'svg') return vectorSource(await readFile(path), fonts)
  if (isPreviewed(extension)) return previewSource(path, extension, wanted)
  return pictureSource(path, extension, wanted)
}

async function pictureSource(
  picture: string | Buffer,
  extension: string,
  { colors = inSrgb, sideMax }: Wanted,
): Promise<Source> {
  const raster = await rasterOf(picture, extension)
  const corrected = await raster.corrected?.(sideMax).catch(undecodable)
  const first = () => corrected?.clone() ?? raster.open().autoOrient()
  const header = await first().metadata().catch(undecodable)
  return { open: () => colors(first(), header), ...header.autoOrient }
}

async function previewSource(path: string, extension: string, wanted: Wanted): Promise<Source> {
  const preview = await previewOf(path, extension, wanted.page)
  if (!preview) throw new DecodeError('no_picture')
  if ('svg' in preview) return vectorSource(preview.svg, preview.fonts)
  if (!('picture' in preview)) return extension === 'heic' ? ofHeic(path, preview, wanted) : preview
  // An SVG would be drawn without having been sanitized.
  if (!isRaster(preview.picture)) throw new DecodeError('damaged')
  return pictureSource(preview.picture, '', wanted)
}

/** The HEIC decoder returns pixels as they are encoded, in any color space. */
async function ofHeic(path: string, preview: Source, { colors = inSrgb, sideMax }: Wanted): Promise<Source> {
  const file = await open(path, 'r')
  try {
    const { profile, primaries, transfer } = await readHeif(await sourceOfFile(file))
    const profileInFile = profile ?? profileOfCodePoints(primaries, transfer)
    if (!profileInFile) return preview
    const { width, height } = preview
    const pixels = await preview.open({ width, height })
    const picture = await withColors(pixels, profileInFile, false, sideMax).catch(undecodable)
    const header = await picture.metadata()
    return { open: () => colors(picture.clone(), header), width: header.width, height: header.height }
  } finally {
    await file.close()
  }
}

const isRaster = (bytes: Buffer) =>
  /^(?:\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*|GIF8|RIFF....WEBP)/s.test(bytes.toString('latin1', 0, 12))

/** Minimum side in pixels. On shorter sides, rounding would change the proportions. */
const roundedSideMin = 50

async function vectorSource(document: Buffer, fonts: readonly CompanyFont[]): Promise<Source> {
  const bytes = await withOutlines(document, fonts)
  const budget = drawingBudget(document.length, 0, process.memoryUsage.rss())
  const { at, ...exact } = await withinBudget(budget, () => scalableSvg(bytes).catch(undecodable))
  // The size of the asset, which determines the size of its renditions.
  const isLarge = Math.min(exact.width, exact.height) >= roundedSideMin
  const { width, height } = isLarge
    ? { width: Math.round(exact.width), height: Math.round(exact.height) }
    : exact
  return { open: at, width, height, drawing: { bytes: document.length } }
}

export function undecodable(): never {
  throw new DecodeError('damaged')
}
