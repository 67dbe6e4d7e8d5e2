import { createHash } from 'node:crypto'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import type { Removed } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Embedded, FileWarning } from '../db/schema.ts'
import { type FileKind, type Format, formatOfExtension, withArticle } from '../storage/file-formats.ts'
import { drawingBudget, withinBudget } from './budget.ts'
import { sourceOfFile } from './byte-source.ts'
import { type ColorSummary, summarizeColors } from './colors.ts'
import { DecodeError } from './decode-error.ts'
import { identify } from './identify.ts'
import { type Box, boxWithin } from './layout.ts'
import { framesMax, pixelsMax, sideMax, svgBytesMax } from './limits.ts'
import { mediaOf } from './media.ts'
import { metadataOf } from './metadata.ts'
import { withOutlines } from './outline-text.ts'
import { previewFacts } from './previews/facts.ts'
import { inSrgb, type Raster, rasterOf } from './raster.ts'
import { readSafely } from './svg.ts'
import { convertEmbedded } from './svg-convert.ts'
import { NotSvgError, UnsafeSvgError } from './svg-errors.ts'
import { scalableSvg } from './svg-scale.ts'
import { exifOfTiff } from './tiff.ts'
import { flavourOfTiff } from './tiff-flavour.ts'

export type Inspection = {
  kind: FileKind
  mimeType: string
  extension: string
  label: string
  /** Pixels, in the camera's orientation. */
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number | null
  frames: number
  colors: ColorSummary | null
  pageCount: number | null
  embedded: Embedded
  /** The sanitized copy of a document, which must be stored with it. */
  cleaned: { path: string; size: number; checksum: string } | null
  removed: Removed[]
  warnings: FileWarning[]
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
  removed: [],
  warnings: [],
}

/** Side of the reduced image whose colors are analyzed. */
const summarySide = 64

/**
 * Detects the format of a file and decodes it completely. Files that can be drawn are drawn once, so that no
 * damaged file is stored. Runs in a separate process (decoder.ts).
 * @throws {DecodeError}
 */
export async function inspect(path: string, name?: string): Promise<Inspection> {
  const facts = await factsOf(path, name)
  const { width, height, frames, pageCount } = facts
  // The header of a file that was not rendered can state any size.
  const isStorable = [width ?? 1, height ?? 1].every((side) => side >= 1 && side <= statedMax)
  return {
    ...facts,
    width: isStorable ? width : null,
    height: isStorable ? height : null,
    frames: Math.min(frames, statedMax),
    pageCount: pageCount === null ? null : Math.min(pageCount, statedMax),
  }
}

async function factsOf(path: string, name?: string): Promise<Inspection> {
  if ((await stat(path)).size === 0) throw new DecodeError('empty')
  const format = await identify(path, name)
  const { kind, mimeType, extensions, label } = format
  const extension = extensions[0]
  const facts = { ...nothing, kind, mimeType, extension, label }
  if (mimeType === 'image/svg+xml') return { ...facts, ...(await inspectSvg(path)) }
  if (format.drawn) return { ...facts, ...(await named(format, inspectPixels(path, format))) }
  const isMedia = kind === 'audio' || kind === 'video'
  const known = kind === 'image' ? await sizeInHeader(path) : isMedia ? await inspectMedia(path, format) : {}
  return { ...facts, ...known, ...(await previewFacts(path, extension)) }
}

/** The name of a video container without a video track. */
const audioAlone: Record<string, string> = { mp4: 'm4a', mov: 'm4a', webm: 'weba', mkv: 'mka' }

async function inspectMedia(path: string, { extensions }: Format) {
  const { hasVideo, ...media } = await mediaOf(path)
  const audio = hasVideo === false ? formatOfExtension(audioAlone[extensions[0]] ?? '') : undefined
  if (!audio) return media
  const { kind, mimeType, label } = audio
  return { ...media, kind, mimeType, label, extension: audio.extensions[0] }
}

/** Errors name the format of a damaged file. */
function named<Result>({ label }: Format, work: Promise<Result>): Promise<Result> {
  return work.catch((error) => {
    const isDamaged = error instanceof DecodeError && error.fault === 'damaged'
    throw isDamaged
      ? new DecodeError('damaged', `The file is ${withArticle(label)}, but it is damaged.`)
      : error
  })
}

async function inspectPixels(path: string, { mimeType, extensions }: Format) {
  const unknown = mimeType === 'image/tiff' ? await unknownTiff(path) : undefined
  if (unknown) return unknown
  const raster = await rasterOf(path, extensions[0])
  const header = await damaged(raster.open({ limitInputPixels: false }).metadata())
  if (mimeTypeOf(header) !== mimeType) throw new DecodeError('damaged')
  const { width, height, frames } = sizeOf(header)
  if (width > sideMax || height > sideMax || frames > framesMax || width * height > pixelsMax)
    throw new DecodeError('too_many_pixels')
  // For an animation, the number of frames that are decoded together. For a document, the first page.
  const pages =
    mimeType === 'image/tiff' ? 1 : Math.max(1, Math.min(frames, Math.floor(pixelsMax / (width * height))))
  const colors = await summaryOf(await damaged(shownPixels(raster, header, pages)))
  const isTurned = (header.orientation ?? 1) >= 5
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    frames: mimeType === 'image/tiff' ? 1 : (raster.frames ?? frames),
    ...(mimeType === 'image/tiff' && { pageCount: frames }),
    colors,
    embedded: metadataOf(await withExif(path, mimeType, header)),
    warnings: raster.warnings,
  }
}

async function shownPixels(raster: Raster, header: Metadata, pages: number): Promise<Sharp> {
  const corrected = await raster.corrected?.()
  return corrected ? inSrgb(corrected, await corrected.metadata()) : inSrgb(raster.open({ pages }), header)
}

/** Stores a TIFF of a kind that the decoder rejects or renders wrongly, with a warning. */
async function unknownTiff(path: string) {
  const file = await open(path, 'r')
  try {
    const source = await sourceOfFile(file)
    const flavour = await flavourOfTiff(source)
    if (flavour?.fault === undefined) return undefined
    const { width, height, orientation, fault } = flavour
    const exif = await exifOfTiff(source)
    const message = `The TIFF image has ${fault}, which cannot be rendered.`
    const warning: FileWarning = { type: 'not_rendered', message }
    const size = orientation >= 5 ? { width: height, height: width } : { width, height }
    return { ...size, embedded: exif ? metadataOf({ exif }) : {}, warnings: [warning] }
  } finally {
    await file.close()
  }
}

/** The library that decodes TIFF files does not read their EXIF. */
async function withExif(path: string, mimeType: string, header: Metadata): Promise<Metadata> {
  if (mimeType !== 'image/tiff' || header.exif) return header
  const file = await open(path, 'r')
  try {
    const exif = await exifOfTiff(await sourceOfFile(file))
    return exif ? { ...header, exif } : header
  } finally {
    await file.close()
  }
}

async function inspectSvg(path: string) {
  if ((await stat(path)).size > svgBytesMax)
    throw new DecodeError('too_complex', `An SVG must not be larger than ${svgBytesMax / 1024 ** 2} MB.`)
  const { svg, removed } = await cleaned(await readFile(path))
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
    removed,
    cleaned: {
      path: cleanPath,
      size: svg.length,
      checksum: createHash('sha256').update(svg).digest('hex'),
    },
  }
}

async function cleaned(bytes: Buffer): Promise<{ svg: Buffer; removed: Removed[] }> {
  try {
    const { root, removed } = readSafely(bytes)
    await convertEmbedded(root)
    return { svg: Buffer.from(writeSvg(root)), removed }
  } catch (error) {
    if (error instanceof UnsafeSvgError) throw new DecodeError('too_complex', error.message)
    if (error instanceof NotSvgError) throw new DecodeError('damaged', error.message)
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

/** Fails if the image is damaged. */
async function summaryOf(image: Sharp): Promise<ColorSummary> {
  const small = image.resize(summarySide, summarySide, { fit: 'inside', withoutEnlargement: true })
  return summarizeColors(
    await damaged(small.toColorspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer()),
  )
}

/** The maximum of the database's integers. */
const statedMax = 2 ** 31 - 1

/** Limits the size of a drawing, because its file can state any size. */
function roundedSize({ width, height }: Box): Box {
  const scale = Math.min(1, statedMax / Math.max(width, height))
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
