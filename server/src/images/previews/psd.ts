import { type FileHandle, open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { DecodeError } from '../decode-error.ts'
import { pixelsMax, sideMax } from '../limits.ts'
import type { Preview } from '../source.ts'
import { type PhotoshopResources, resources, thumbnailOf } from './photoshop-resources.ts'
import { writeTiff } from './tiff-writer.ts'

/** Adobe Photoshop File Formats Specification. */
type Psd = {
  width: number
  height: number
  depth: number
  mode: Mode
  channels: number
  /** The palette of an indexed image: 256 reds, greens, blues. */
  palette: Buffer
  resources: PhotoshopResources
  /** Whether the first channel after the colors is transparency. */
  isTransparent: boolean
  imageAt: number
  isLarge: boolean
}

const modes = {
  bitmap: 0,
  grayscale: 1,
  indexed: 2,
  rgb: 3,
  cmyk: 4,
  multichannel: 7,
  duotone: 8,
  lab: 9,
} as const
type Mode = (typeof modes)[keyof typeof modes]

const headerBytes = 26
/** Maximum compressed size of the merged image, which is read as a whole. */
const imageBytesMax = 640 * 1024 ** 2
const resourcesBytesMax = 64 * 1024 ** 2
const damaged = () => new DecodeError('damaged')

/** The merged image of a Photoshop document, or its thumbnail if it was saved without a merged image. */
export async function previewOfPsd(path: string): Promise<Preview | undefined> {
  return withPsd(path, async (file, psd) => {
    if (psd.width > sideMax || psd.height > sideMax || psd.width * psd.height > pixelsMax)
      throw new DecodeError('too_many_pixels')
    const picture = psd.resources.hasMergedImage ? await mergedImage(file, psd) : undefined
    if (picture) return psd.isTransparent ? withoutMatte(picture) : { picture }
    const thumbnail = thumbnailOf(psd.resources)
    return thumbnail && { picture: thumbnail }
  })
}

export const factsOfPsd = (path: string) =>
  withPsd(path, async (_, { width, height, resources }) => ({ width, height, resources }))

async function withPsd<Result>(path: string, work: (file: FileHandle, psd: Psd) => Promise<Result>) {
  const file = await open(path, 'r')
  try {
    return await work(file, await headOf(file))
  } catch (error) {
    // An offset beyond the end of the file.
    throw error instanceof RangeError ? damaged() : error
  } finally {
    await file.close()
  }
}

async function headOf(file: FileHandle): Promise<Psd> {
  const head = await read(file, 0, headerBytes)
  const isLarge = head.readUInt16BE(4) === 2
  const section = async (at: number, bytesMax: number) => {
    const length = (await read(file, at, 4)).readUInt32BE()
    return { end: at + 4 + length, bytes: await read(file, at + 4, Math.min(length, bytesMax)) }
  }
  const colors = await section(headerBytes, 4_096)
  const blocks = await section(colors.end, resourcesBytesMax)
  const layers = await layersAt(file, blocks.end, isLarge)
  const mode = head.readUInt16BE(24)
  if (!(Object.values(modes) as number[]).includes(mode)) throw damaged()
  return {
    channels: head.readUInt16BE(12),
    height: head.readUInt32BE(14),
    width: head.readUInt32BE(18),
    depth: head.readUInt16BE(22),
    mode: mode as Mode,
    palette: colors.bytes,
    resources: resources(blocks.bytes),
    isTransparent: layers.isTransparent,
    imageAt: layers.end,
    isLarge,
  }
}

/** Reads the number of layers. If it is negative, the merged image has transparency. Layers are not read. */
async function layersAt(file: FileHandle, at: number, isLarge: boolean) {
  const lengthBytes = isLarge ? 8 : 4
  const head = await read(file, at, 2 * lengthBytes + 2, false)
  const lengthIn = (place: number) =>
    isLarge ? Number(head.readBigUInt64BE(place)) : head.readUInt32BE(place)
  const length = lengthIn(0)
  const hasLayers = length > lengthBytes && lengthIn(lengthBytes) > 0
  return {
    end: at + lengthBytes + length,
    isTransparent: hasLayers && head.readInt16BE(2 * lengthBytes) < 0,
  }
}

async function read(file: FileHandle, at: number, length: number, isExact = true): Promise<Buffer> {
  if (!Number.isSafeInteger(at)) throw damaged()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (isExact && bytesRead < length) throw damaged()
  return buffer.subarray(0, bytesRead)
}

const compressions = { none: 0, packBits: 1, zip: 2 } as const

/**
 * The merged image as a TIFF, which has the same planes and the same compression, so that libvips decodes it
 * with its color profile. Undefined if a TIFF cannot express the image.
 */
async function mergedImage(file: FileHandle, psd: Psd): Promise<Buffer | undefined> {
  const { width, height, depth, channels, mode } = psd
  const inks = inksOf(mode, channels)
  if (!(width > 0 && height > 0) || inks > channels || inks < 1) throw damaged()
  const hasAlpha = psd.isTransparent && channels > inks && depth >= 8 && mode !== modes.lab
  const planes = hasAlpha ? inks + 1 : inks
  psd.isTransparent &&= planes > inks
  const compression = (await read(file, psd.imageAt, 2)).readUInt16BE()
  const data = await planeData(file, psd, compression, planes)
  if (!data) return undefined
  const image = {
    width,
    height,
    alpha: planes > inks,
    photometric: photometricOf(mode, inks),
    ...(mode === modes.indexed && { palette: psd.palette }),
    ...(psd.resources.profile && depth < 32 && { profile: psd.resources.profile }),
  }
  if (depth === 32 || mode === modes.lab) {
    const interleaved = pixelsOf(psd, planes, data)
    const rows = Array.from({ length: height }, () => 2 * planes * width)
    return writeTiff({
      ...image,
      depth: 16,
      planes: 1,
      samples: planes,
      isPacked: false,
      rows,
      bytes: interleaved,
    })
  }
  const { bytes, rows, isPacked } = data
  if (image.photometric === photometrics.cmyk)
    for (let plane = 0, at = 0; plane < inks; plane++) {
      const length = rowsLength(rows, plane * height, height)
      ;(isPacked ? invertPacked : invert)(bytes.subarray(at, at + length))
      at += length
    }
  return writeTiff({ ...image, depth, planes, isPacked, rows, bytes })
}

/**
 * Pixels of 16 bits, with the samples side by side, as libvips needs them for Lab, whose a and b have no sign
 * in a Photoshop document, and for linear floating-point numbers, which are encoded as sRGB.
 */
function pixelsOf(
  { width, height, depth, mode }: Psd,
  planes: number,
  { bytes, isPacked }: PlaneData,
): Buffer {
  const size = width * height
  const sampleBytes = depth / 8
  const levels = isPacked ? unpacked(bytes, planes * size * sampleBytes) : bytes
  const pixels = Buffer.alloc(limited(2 * planes * size))
  const read = (at: number) => {
    if (depth === 8) return levels[at]! * 257
    return depth === 16 ? levels.readUInt16BE(2 * at) : encoded(levels.readFloatBE(4 * at))
  }
  for (let plane = 0, from = 0; plane < planes; plane++)
    for (let at = 0; at < size; at++, from++) {
      const level = read(from)
      const isSigned = mode === modes.lab && plane > 0
      // The neutral value is 0 in a TIFF.
      pixels.writeUInt16BE(isSigned ? (level & 0xff00) ^ 0x8000 : level, 2 * (at * planes + plane))
    }
  return pixels
}

function encoded(linear: number): number {
  const level = Math.max(0, Math.min(1, linear || 0))
  return Math.round(65_535 * (level <= 0.0031308 ? 12.92 * level : 1.055 * level ** (1 / 2.4) - 0.055))
}

function inksOf(mode: Mode, channels: number): number {
  if (mode === modes.rgb || mode === modes.lab) return 3
  if (mode === modes.cmyk) return 4
  // Spot colors are drawn with the inks that they usually represent.
  if (mode === modes.multichannel) return channels >= 4 ? 4 : 1
  return 1
}

/** TIFF 6.0. */
const photometrics = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, lab: 8 } as const

function photometricOf(mode: Mode, inks: number): number {
  if (mode === modes.bitmap) return photometrics.whiteIsZero
  if (mode === modes.rgb) return photometrics.rgb
  if (mode === modes.indexed) return photometrics.palette
  if (mode === modes.lab) return photometrics.lab
  return inks === 4 ? photometrics.cmyk : photometrics.blackIsZero
}

/** Inverts inks, which Photoshop stores inverted. */
function invert(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at++) bytes[at]! ^= 0xff
}

/**
 * PackBits: a byte below 128 precedes literal bytes, and a byte above it precedes a byte that is repeated.
 */
function invertPacked(bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) {
    const control = bytes[at++]!
    if (control === 128) continue
    const end = Math.min(bytes.length, at + (control < 128 ? control + 1 : 1))
    for (; at < end; at++) bytes[at]! ^= 0xff
  }
}

function unpacked(bytes: Buffer, length: number): Buffer {
  const levels = Buffer.alloc(limited(length))
  for (let at = 0, to = 0; at < bytes.length && to < length; ) {
    const control = bytes[at++]!
    if (control === 128) continue
    if (control < 128) bytes.copy(levels, to, at, at + control + 1)
    else levels.fill(bytes[at] ?? 0, to, to + 257 - control)
    at += control < 128 ? control + 1 : 1
    to += control < 128 ? control + 1 : 257 - control
  }
  return levels
}

type PlaneData = { bytes: Buffer; rows: readonly number[]; isPacked: boolean }

async function planeData(
  file: FileHandle,
  { width, height, depth, channels, imageAt, isLarge }: Psd,
  compression: number,
  planes: number,
): Promise<PlaneData | undefined> {
  const rowBytes = Math.ceil((width * depth) / 8)
  const plain = Array.from({ length: planes * height }, () => rowBytes)
  const at = imageAt + 2
  if (compression === compressions.none) {
    const bytes = await read(file, at, limited(rowBytes * plain.length))
    return { bytes, rows: plain, isPacked: false }
  }
  if (compression === compressions.packBits) {
    const countBytes = isLarge ? 4 : 2
    const counts = await read(file, at, limited(channels * height * countBytes))
    const rows = plain.map((_, row) => counts.readUIntBE(row * countBytes, countBytes))
    const from = at + counts.length
    return { bytes: await read(file, from, limited(rowsLength(rows, 0, rows.length))), rows, isPacked: true }
  }
  if (compression !== compressions.zip) return undefined
  const { size } = await file.stat()
  const packed = await read(file, at, limited(Math.max(0, size - at)))
  try {
    const bytes = inflateSync(packed, { maxOutputLength: limited(rowBytes * channels * height) })
    return { bytes: bytes.subarray(0, rowBytes * plain.length), rows: plain, isPacked: false }
  } catch {
    throw damaged()
  }
}

function rowsLength(rows: readonly number[], from: number, count: number): number {
  let length = 0
  for (let row = from; row < from + count; row++) length += rows[row]!
  return length
}

function limited(bytes: number): number {
  if (bytes > imageBytesMax) throw new DecodeError('too_complex')
  return bytes
}

/** Removes the white with which Photoshop blends the colors of transparent pixels. */
async function withoutMatte(picture: Buffer): Promise<Preview> {
  const { data, info } = await sharp(picture, { limitInputPixels: pixelsMax })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged()
    })
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    if (alpha === 0 || alpha === 255) continue
    for (let place = at; place < at + 3; place++)
      data[place] = Math.max(0, Math.min(255, Math.round(255 + ((data[place]! - 255) * 255) / alpha)))
  }
  const { width, height } = info
  return { width, height, open: () => sharp(data, { raw: { width, height, channels: 4 } }) }
}
