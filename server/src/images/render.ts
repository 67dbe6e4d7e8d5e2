import { stat, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { drawingBudget, withinBudget } from './budget.ts'
import { DecodeError } from './decode-error.ts'
import { type Box, layout } from './layout.ts'
import { pixelsMax } from './limits.ts'
import type { Rendering } from './rendering.ts'

export type Rendered = { width: number; height: number; size: number }

/**
 * Draws a file and writes pictures of it. What a camera noted (place, owner, orientation) is not in them. Of an
 * animation it is the first frame. Runs in a process of its own (decoder.ts).
 * @param isVector whether it can be drawn at any size.
 * @param targets what to write where; the largest first: each is made from the one before, if that is no smaller.
 * @throws {DecodeError}
 */
export async function render(
  source: string,
  isVector: boolean,
  targets: readonly (Rendering & { path: string })[],
): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  let from = await (isVector ? vectorAt(source) : pictureAt(source))
  for (const { path, ...wanted } of targets) {
    const { picture, next } = await draw(from, isVector, wanted)
    const { data, info } = await encoded(picture, wanted)
      .toBuffer({ resolveWithObject: true })
      .catch(undecodable)
    // By itself: a disk that is full is not the picture's fault.
    await writeFile(path, data)
    rendered.push({ width: info.width, height: info.height, size: data.length })
    if (next) from = next
  }
  return rendered
}

/** Where pixels come from, and how many there are, the right way up. */
type Source = {
  open(density?: number): Sharp
  width: number
  height: number
  isRaw: boolean
  /** With which power of the density a drawing grows. */
  growth: number
  /** Bytes of the document. */
  size: number
}

const readable = { limitInputPixels: pixelsMax, failOn: 'error' } as const

async function pictureAt(path: string): Promise<Source> {
  const open = () => sharp(path, readable)
  const { autoOrient } = await open().metadata().catch(undecodable)
  return { open, ...autoOrient, isRaw: false, growth: 1, size: (await stat(path)).size }
}

async function vectorAt(path: string): Promise<Source> {
  // A drawing was cleaned and is bounded; a picture in it may be larger than its reader takes by itself.
  const open = (density?: number) =>
    sharp(path, { ...readable, unlimited: true, ...(density && { density }) })
  const { size } = await stat(path)
  // The size of a document that does not say it is found out by drawing.
  return withinBudget(drawingBudget(size, 0, process.memoryUsage.rss()), async () => {
    const { autoOrient } = await open().metadata().catch(undecodable)
    return { open, ...autoOrient, isRaw: false, growth: await growthOf(open, autoOrient), size }
  })
}

/**
 * A drawing whose size is in millimetres or inches grows with the square of the density: it counts once for the unit
 * and once as the scale of the whole. One whose size is in pixels just grows with it.
 */
async function growthOf(open: Source['open'], { width, height }: Box): Promise<number> {
  // Half, not twice: what just fits must not be refused for this.
  const { autoOrient: half } = await open(naturalDensity / 2)
    .metadata()
    .catch(undecodable)
  return Math.max(1, Math.round(Math.log2(Math.max(width / half.width, height / half.height))))
}

async function draw(from: Source, isVector: boolean, wanted: Rendering) {
  const mayGrow = isVector && !from.isRaw
  const { box, crop, border } = layout(from, wanted, mayGrow)
  const scale = Math.max(box.width / from.width, box.height / from.height)
  const image = from.open(mayGrow ? densityOf(from, scale) : undefined).autoOrient()
  const sized = image.resize(box.width, box.height, { fit: 'fill' })
  // A picture that is cut or framed is used once; any other is kept as pixels, from which whatever is smaller is made.
  const pixels = mayGrow
    ? await drawnWithinBudget(sized, from, box)
    : border || crop
      ? undefined
      : await rawOf(sized)
  const picture = pixels?.open() ?? sized
  if (border) {
    const isSeenThrough = wanted.format !== 'jpeg'
    const canvas = isSeenThrough ? picture.ensureAlpha() : picture.flatten({ background: white })
    return { picture: canvas.extend({ ...border, background: { ...white, alpha: isSeenThrough ? 0 : 1 } }) }
  }
  return crop ? { picture: picture.extract(crop) } : { picture, next: pixels }
}

function drawnWithinBudget(sized: Sharp, { size }: Source, { width, height }: Box): Promise<Source> {
  return withinBudget(drawingBudget(size, width * height, process.memoryUsage.rss()), () => rawOf(sized))
}

async function rawOf(sized: Sharp): Promise<Source> {
  const { data, info } = await sized
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(undecodable)
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels } })
  return { open, width, height, isRaw: true, growth: 1, size: data.length }
}

const white = { r: 255, g: 255, b: 255 }

const naturalDensity = 72
const densityMax = 10_000

/** How finely a vector is drawn, so that what is scaled to is there. */
const densityOf = ({ width, height, growth }: Source, scale: number) => {
  const roomiest = Math.sqrt(pixelsMax / (width * height))
  return Math.min(densityMax, Math.max(1, naturalDensity * Math.min(scale, roomiest) ** (1 / growth)))
}

/** As fast as AVIF gets while it is still smaller than WebP. */
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
