import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { DecodeError } from './decode-error.ts'
import { pixelsMax } from './limits.ts'

export const renditionFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export const fits = ['cover', 'contain', 'inside'] as const

/** A picture to make, in pixels. With one side alone the other follows; no picture is enlarged but a drawn one. */
export type Rendering = {
  width?: number | undefined
  height?: number | undefined
  /** `cover` fills both sides and cuts, `contain` fills and adds a border, `inside` fits within them. */
  fit: (typeof fits)[number]
  format: (typeof renditionFormats)[number]
  /** 1 to 100. */
  quality: number
  /** What `cover` keeps, from the top left, 0 to 1; the middle when not said. */
  focus?: { x: number; y: number } | undefined
}

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
  let from = await sourceOf(source)
  for (const { path, ...wanted } of targets) {
    const { picture, next } = await draw(from, isVector, wanted)
    const { width, height } = await encoded(picture, wanted).toFile(path).catch(undecodable)
    rendered.push({ width, height, size: (await stat(path)).size })
    if (next) from = next
  }
  return rendered
}

/** Where pixels come from, and how many there are, the right way up. */
type Source = { open(density?: number): Sharp; width: number; height: number; isRaw: boolean }

async function sourceOf(path: string): Promise<Source> {
  const open = (density?: number) =>
    sharp(path, { limitInputPixels: pixelsMax, failOn: 'error', ...(density && { density }) })
  const { autoOrient } = await open().metadata().catch(undecodable)
  return { open, ...autoOrient, isRaw: false }
}

async function draw(from: Source, isVector: boolean, wanted: Rendering) {
  const mayGrow = isVector && !from.isRaw
  const { box, crop, border } = layout(from, wanted, mayGrow)
  const scale = Math.max(box.width / from.width, box.height / from.height)
  const image = from.open(mayGrow ? densityOf(from, scale) : undefined).autoOrient()
  const sized = image.resize(box.width, box.height, { fit: 'fill' })
  if (border) return { picture: sized.extend({ ...border, background: clear }) }
  if (crop) return { picture: sized.extract(crop) }
  // Kept as pixels: whatever is smaller is made from these, and the file is decoded once.
  const { data, info } = await sized
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(undecodable)
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels } })
  return { picture: open(), next: { open, width, height, isRaw: true } }
}

type Box = { width: number; height: number }
type Layout = {
  /** To what size the whole is drawn. */
  box: Box
  /** What of that is kept. */
  crop?: Box & { left: number; top: number }
  /** What is added to that. */
  border?: { left: number; top: number; right: number; bottom: number }
}

const clear = { r: 255, g: 255, b: 255, alpha: 0 }

function layout(from: Box, { width, height, fit, focus }: Rendering, mayGrow: boolean): Layout {
  const [across, down] = [(width ?? Infinity) / from.width, (height ?? Infinity) / from.height]
  const isBoth = width !== undefined && height !== undefined
  const growth = mayGrow ? Infinity : 1
  if (!isBoth || fit === 'inside') return { box: scaled(from, Math.min(across, down, growth)) }
  if (fit === 'contain') {
    const box = scaled(from, Math.min(across, down, growth))
    const [left, top] = [(width - box.width) >> 1, (height - box.height) >> 1]
    return { box, border: { left, top, right: width - box.width - left, bottom: height - box.height - top } }
  }
  // Too small to fill the frame: the frame shrinks, its shape stays.
  const scale = Math.min(Math.max(across, down), growth)
  const shrunk = scale / Math.max(across, down)
  const box = scaled(from, scale)
  const kept = { width: atMost(width * shrunk, box.width), height: atMost(height * shrunk, box.height) }
  const { x, y } = focus ?? { x: 0.5, y: 0.5 }
  const left = edge(x, box.width, kept.width)
  const top = edge(y, box.height, kept.height)
  return { box, crop: { ...kept, left, top } }
}

const scaled = ({ width, height }: Box, scale: number): Box => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

const atMost = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length)))

/** Where a piece begins so that the point lies in its middle, as far as the whole reaches. */
const edge = (point: number, whole: number, kept: number) =>
  Math.min(whole - kept, Math.max(0, Math.round(point * whole - kept / 2)))

const naturalDensity = 72
const densityMax = 10_000

/** How finely a vector is drawn, so that what is scaled to is there. */
const densityOf = ({ width, height }: Box, scale: number) => {
  const roomiest = Math.sqrt(pixelsMax / (width * height))
  return Math.min(densityMax, Math.max(1, naturalDensity * Math.min(scale, roomiest)))
}

/** As fast as AVIF gets while it is still smaller than WebP. */
const avifEffort = 2

function encoded(picture: Sharp, { format, quality }: Rendering): Sharp {
  if (format === 'webp') return picture.webp({ quality })
  if (format === 'avif') return picture.avif({ quality, effort: avifEffort })
  if (format === 'png') return picture.png()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true })
}

function undecodable(): never {
  throw new DecodeError('damaged')
}
