import { type FileHandle, open, readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { FileWarning } from '../db/schema.ts'
import { type ByteSource, sourceOfFile } from './byte-source.ts'
import { filledWebp, isWholeGif } from './early-end.ts'
import { brandAt, readHeif } from './heif.ts'
import { profileOfCodePoints } from './high-dynamic-range.ts'
import { pixelsMax } from './limits.ts'
import { readPng, withProfile } from './png.ts'
import { renditionSideMax } from './rendering.ts'
import { flavourOfTiff, type TiffFlavour } from './tiff-flavour.ts'

export type Raster = {
  open(options?: SharpOptions): Sharp
  /**
   * The upright image with correct colors, if the decoder would draw it with wrong colors.
   * @param sideMax its longer side in pixels. Defaults to that of the largest rendition.
   */
  corrected?(sideMax?: number): Promise<Sharp>
  /** The number of frames that the library does not count, such as in an animated PNG. */
  frames?: number
  warnings: FileWarning[]
}

const truncated: FileWarning = {
  type: 'truncated',
  message: 'The file ends early. It is shown as far as it goes.',
}

/**
 * Prepares an image for decoding. A truncated file is decoded as far as possible. A PNG that defines its
 * colors without a profile gets a profile.
 */
export async function rasterOf(picture: string | Buffer, extension: string): Promise<Raster> {
  if (typeof picture !== 'string') return { open: strict(picture, 'error'), warnings: [] }
  const file = await open(picture, 'r')
  try {
    if (extension === 'jpg' && (await endsEarly(file)))
      return { open: strict(picture, 'none'), warnings: [truncated] }
    const source = await sourceOfFile(file)
    if (extension === 'tiff') return ofTiff(strict, picture, await flavourOfTiff(source))
    if (extension === 'avif') return await ofAvif(strict, picture, source)
    if (extension === 'gif' && !(await isWholeGif(source)))
      return { open: strict(picture, 'none'), warnings: [truncated] }
    const filled = extension === 'webp' ? await filledWebp(file) : undefined
    if (filled) return { open: strict(filled, 'none'), warnings: [truncated] }
    if (extension !== 'png') return { open: strict(picture, 'error'), warnings: [] }
    const { isWhole, frames, profile } = await readPng(file)
    const input = profile ? withProfile(await readFile(picture), profile) : picture
    return {
      open: strict(input, isWhole ? 'error' : 'none'),
      ...(frames > 1 && { frames }),
      warnings: isWhole ? [] : [truncated],
    }
  } finally {
    await file.close()
  }
}

type Strict = typeof strict
const strict = (input: string | Buffer, failOn: 'error' | 'none'): Raster['open'] => {
  return (options) => sharp(input, { limitInputPixels: pixelsMax, failOn, ...options })
}

/** Opens a TIFF without its channels for spot colors and masks. */
function ofTiff(open: Strict, picture: string, flavour: TiffFlavour | undefined): Raster {
  const channels = flavour?.channels
  if (channels === undefined) return { open: open(picture, 'error'), warnings: [] }
  // The decoder warns of channels that are not described.
  const tolerant = open(picture, 'none')
  const corrected = async () => {
    const { data, info } = await tolerant().autoOrient().raw().toBuffer({ resolveWithObject: true })
    // CMYK has been converted to RGB.
    const kept = Math.min(channels, 3)
    const { width, height } = info
    return sharp(firstChannels(data, info.channels, kept), {
      raw: { width, height, channels: kept as 1 | 3 },
    })
  }
  return { open: tolerant, corrected, warnings: [] }
}

function firstChannels(data: Buffer, channels: number, kept: number): Buffer {
  const pixels = data.length / channels
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = 0; channel < kept; channel++)
      data[pixel * kept + channel] = data[pixel * channels + channel]!
  return data.subarray(0, pixels * kept)
}

/** The library converts 16-bit images with a profile to P3, and only at the end to other color spaces. */
export function inSrgb(picture: Sharp, { depth, hasProfile }: Pick<Metadata, 'depth' | 'hasProfile'>): Sharp {
  return depth === 'ushort' && hasProfile ? picture.withIccProfile('srgb') : picture
}

/** Maximum size of an animation. No program shows a larger animation. */
const animationBytesMax = 256 * 1024 ** 2

async function ofAvif(open: Strict, picture: string, source: ByteSource): Promise<Raster> {
  const { frames, isSequence, primaries, transfer } = await readHeif(source)
  // The decoder rejects the brand of a sequence, but its first image is stored like a still image.
  const isRead = isSequence && source.size <= animationBytesMax
  const input = isRead ? await readFile(picture) : picture
  if (Buffer.isBuffer(input)) input.write('avif', brandAt, 'latin1')
  const still = open(input, 'error')
  const profile = profileOfCodePoints(primaries, transfer)
  return {
    open: still,
    ...(profile && { corrected: (sideMax?: number) => withColors(still(), profile, true, sideMax) }),
    ...(frames > 1 && { frames }),
    warnings: [],
  }
}

/**
 * The image with a color profile, converted through a PNG, because the library only reads profiles from
 * files.
 */
export async function withColors(
  picture: Sharp,
  profile: Buffer,
  is16Bit: boolean,
  sideMax = renditionSideMax,
): Promise<Sharp> {
  const png = await picture
    .autoOrient()
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    .toColorspace(is16Bit ? 'rgb16' : 'srgb')
    // Compressed as quickly as possible, because the PNG is decoded again immediately.
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(withProfile(png, profile))
}

/** Maximum number of bytes after the end of a JPEG, where cameras append previews and other data. */
const endBytesMax = 1024 * 1024
const endOfImage = Buffer.from('ffd9', 'hex')

async function endsEarly(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const length = Math.min(size, endBytesMax)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return !buffer.subarray(0, bytesRead).includes(endOfImage)
}
