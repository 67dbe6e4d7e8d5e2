import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { writeSvg } from '@atelier/svg/write'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Embedded } from '../db/schema.ts'
import type { FileKind, Format } from '../storage/file-formats.ts'
import { drawingBudget, withinBudget } from './budget.ts'
import { type ColorSummary, summarizeColors } from './colors.ts'
import { mediaOf } from './container.ts'
import { DecodeError } from './decode-error.ts'
import { identify } from './identify.ts'
import { type Box, boxWithin } from './layout.ts'
import { framesMax, pixelsMax, sideMax, svgBytesMax } from './limits.ts'
import { metadataOf } from './metadata.ts'
import { withOutlines } from './outline-text.ts'
import { previewFacts } from './previews/facts.ts'
import { readSafely } from './svg.ts'
import { convertEmbedded } from './svg-convert.ts'
import { NotSvgError, UnsafeSvgError } from './svg-errors.ts'
import { scalableSvg } from './svg-scale.ts'

/** The facts about a file after it was decoded. */
export type Inspection = {
  kind: FileKind
  mimeType: string
  extension: string
  /** Pixels, after applying the camera's orientation. */
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number | null
  frames: number
  colors: ColorSummary | null
  pageCount: number | null
  embedded: Embedded
  /** For a document that had to be sanitized: the copy beside it, which is the one to store. */
  cleaned: { path: string; size: number; checksum: string } | null
}

const nothing = {
  width: null,
  height: null,
  duration: null,
  frames: 1,
  colors: null,
  pageCount: null,
  embedded: {},
  cleaned: null,
}

/** Enough pixels to find the colors of an image. */
const summarySide = 64

/**
 * Detects the format of a file and decodes it completely: files that can be drawn are drawn once, so that no
 * broken file is stored. Runs in a separate process (decoder.ts).
 * @throws {DecodeError}
 */
export async function inspect(path: string): Promise<Inspection> {
  if ((await stat(path)).size === 0) throw new DecodeError('empty')
  const format = await identify(path)
  if (!format) throw new DecodeError('unknown_type')
  const { kind, mimeType, extensions } = format
  const extension = extensions[0]
  const facts = { ...nothing, kind, mimeType, extension }
  if (mimeType === 'image/svg+xml') return { ...facts, ...(await inspectSvg(path)) }
  if (format.drawn) return { ...facts, ...(await inspectPixels(path, format)) }
  const known = kind === 'image' ? await sizeInHeader(path) : await mediaOf(path, mimeType)
  return { ...facts, ...known, ...(await previewFacts(path, extension)) }
}

async function inspectPixels(path: string, { mimeType }: Format) {
  const header = await damaged(sharp(path, { limitInputPixels: false }).metadata())
  if (mimeTypeOf(header) !== mimeType) throw new DecodeError('damaged')
  const { width, height, frames } = sizeOf(header)
  if (width > sideMax || height > sideMax || frames > framesMax || width * height * frames > pixelsMax)
    throw new DecodeError('too_many_pixels')
  // All frames of an animation; the first page of a document.
  const pages = mimeType === 'image/tiff' ? 1 : -1
  const colors = await summaryOf(sharp(path, { limitInputPixels: pixelsMax, failOn: 'error', pages }))
  const isTurned = (header.orientation ?? 1) >= 5
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    frames: mimeType === 'image/tiff' ? 1 : frames,
    colors,
    embedded: metadataOf(header),
  }
}

async function inspectSvg(path: string) {
  if ((await stat(path)).size > svgBytesMax) throw new DecodeError('too_complex')
  const svg = await cleaned(await readFile(path))
  const cleanPath = `${path}.svg`
  await writeFile(cleanPath, svg, { mode: 0o600 })
  const outlined = await withOutlines(svg)
  const budget = drawingBudget(svg.length, summarySide ** 2, process.memoryUsage.rss())
  const { drawing, colors } = await withinBudget(budget, async () => {
    const drawing = await damaged(scalableSvg(outlined))
    return { drawing, colors: await summaryOf(drawing.at(boxWithin(drawing, summarySide))) }
  })
  return {
    ...roundedSize(drawing),
    colors,
    cleaned: {
      path: cleanPath,
      size: svg.length,
      checksum: createHash('sha256').update(svg).digest('hex'),
    },
  }
}

async function cleaned(bytes: Buffer): Promise<Buffer> {
  try {
    const { root } = readSafely(bytes)
    await convertEmbedded(root)
    return Buffer.from(writeSvg(root))
  } catch (error) {
    if (error instanceof UnsafeSvgError) throw new DecodeError('too_complex')
    if (error instanceof NotSvgError) throw new DecodeError('damaged')
    throw error
  }
}

/** The size in the header of an image that cannot be drawn, if it is readable. */
async function sizeInHeader(path: string) {
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header) return {}
  const { width, height } = sizeOf(header)
  const size = (header.orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }
  return { ...size, embedded: metadataOf(header) }
}

/** Draws the whole image at a small size. Fails if it is damaged. */
async function summaryOf(image: Sharp): Promise<ColorSummary> {
  const small = image.resize(summarySide, summarySide, { fit: 'inside', withoutEnlargement: true })
  return summarizeColors(
    await damaged(small.toColorspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer()),
  )
}

/** The maximum of the database's integers. */
const statedSideMax = 2 ** 31 - 1

/** A drawing can state any size: larger ones are limited to this. */
function roundedSize({ width, height }: Box): Box {
  const scale = Math.min(1, statedSideMax / Math.max(width, height))
  const rounded = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: rounded(width), height: rounded(height) }
}

const sizeOf = ({ width, height, pageHeight, pages = 1 }: Metadata) => ({
  width,
  height: pageHeight ?? height,
  frames: pages,
})

function mimeTypeOf({ format, compression }: Metadata) {
  if (format === 'heif') return compression === 'av1' ? 'image/avif' : 'image/heic'
  return `image/${format}`
}

/**
 * Any error of the decoder means that the file cannot be drawn. Its message is dropped, because it contains
 * paths of the server.
 */
function damaged<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw new DecodeError(
      /pixel limit|dimensions exceed/i.test(error.message) ? 'too_many_pixels' : 'damaged',
    )
  })
}
