import { readFile, stat } from 'node:fs/promises'
import {
  ColorSpace,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import sharp from 'sharp'
import { engineFile, webAssembly } from '../../disk/web-assembly.ts'
import { DecodeError } from '../decode-error.ts'
import type { Box } from '../layout.ts'
import { pixelsMax, sideMax } from '../limits.ts'
import type { Preview } from '../source.ts'
import { writeTiff } from './tiff-writer.ts'

const fileBytesMax = 256 * 1024 ** 2
/** Memory of the engine for pixels. A pixel takes 4 bytes, and 4 more for the index. */
const engineBytesMax = 900 * 1024 ** 2
const framesMax = 64

/**
 * Formats by the extension of the stored file. A format is never guessed, because the engine knows many more
 * formats, some of which are programs.
 */
const formats: Record<string, MagickFormat> = {
  bmp: MagickFormat.Bmp,
  ico: MagickFormat.Ico,
  tga: MagickFormat.Tga,
  jxl: MagickFormat.Jxl,
  jp2: MagickFormat.Jp2,
  cr2: MagickFormat.Cr2,
  cr3: MagickFormat.Cr3,
  nef: MagickFormat.Nef,
  arw: MagickFormat.Arw,
  dng: MagickFormat.Dng,
  orf: MagickFormat.Orf,
  rw2: MagickFormat.Rw2,
  raf: MagickFormat.Raf,
  iiq: MagickFormat.Iiq,
  '3fr': MagickFormat.ThreeFr,
  pef: MagickFormat.Pef,
}

let compiled: Promise<object> | undefined

/** The package keeps its engine here, with all memory that the engine has ever used. */
const holder = ImageMagick as unknown as { _api: unknown }

/**
 * Creates an engine for each file, because an engine that has failed may have damaged memory, and no file must see the
 * memory of another.
 */
async function newEngine() {
  compiled ??= webAssembly.compile(engineFile('@imagemagick/magick-wasm/magick.wasm'))
  // Otherwise the package keeps the first engine.
  holder._api = undefined
  await initializeImageMagick((await compiled) as Parameters<typeof initializeImageMagick>[0])
  ResourceLimits.width = BigInt(sideMax)
  ResourceLimits.height = BigInt(sideMax)
  ResourceLimits.memory = BigInt(engineBytesMax)
  ResourceLimits.area = BigInt(pixelsMax)
  ResourceLimits.disk = 0n
  ResourceLimits.listLength = BigInt(framesMax)
}

export const previewByMagick = (path: string, extension: string): Promise<Preview> =>
  withImage(path, extension, sourceOf)

export const sizeByMagick = (path: string, extension: string): Promise<Box> =>
  withImage(path, extension, ({ width, height }) => ({ width, height }), true)

async function withImage<Result>(
  path: string,
  extension: string,
  work: (image: IMagickImage) => Result,
  isHeadEnough = false,
): Promise<Result> {
  if ((await stat(path)).size > fileBytesMax) throw new DecodeError('too_complex')
  const bytes = await readFile(path)
  const format = isCodestream(bytes) ? MagickFormat.J2k : formats[extension]!
  await newEngine()
  try {
    // The frames of an icon are its sizes.
    if (format === MagickFormat.Ico)
      return ImageMagick.readCollection(bytes, format, (images) => work(largestOf(images)))
    if (!isHeadEnough) return ImageMagick.read(bytes, format, work)
    const image = MagickImage.create()
    image.ping(bytes, new MagickReadSettings({ format }))
    return work(image)
  } catch (error) {
    if (error instanceof DecodeError) throw error
    const text = error instanceof Error ? error.message : ''
    throw new DecodeError(/exceeds limit|resources exhausted/i.test(text) ? 'too_many_pixels' : 'damaged')
  } finally {
    // Otherwise, the memory would count towards the next file.
    holder._api = undefined
  }
}

/** JPEG 2000 without the boxes of a JP2 file. */
const isCodestream = (bytes: Buffer) => bytes.toString('hex', 0, 4) === 'ff4fff51'

function largestOf(images: readonly IMagickImage[]): IMagickImage {
  const [largest] = images.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (!largest) throw new DecodeError('damaged')
  return largest
}

/** A file with a color profile becomes a TIFF with this profile, so that libvips converts its colors. */
function sourceOf(image: IMagickImage): Preview {
  const { width, height } = image
  if (width * height > pixelsMax) throw new DecodeError('too_many_pixels')
  const isCmyk = image.colorSpace === ColorSpace.CMYK
  const profile = image.getColorProfile()
  const bytes = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, isCmyk ? 'CMYK' : 'RGBA'))
  if (!bytes) throw new DecodeError('damaged')
  // Copied, because the engine and its memory are freed.
  const data = Buffer.from(bytes)
  if (!isCmyk && !profile)
    return { width, height, open: () => sharp(data, { raw: { width, height, channels: 4 } }) }
  const picture = writeTiff({
    width,
    height,
    depth: 8,
    planes: 1,
    samples: 4,
    alpha: !isCmyk,
    photometric: isCmyk ? 5 : 2,
    ...(profile && { profile: Buffer.from(profile.data) }),
    isPacked: false,
    rows: Array.from({ length: height }, () => width * 4),
    bytes: data,
  })
  return { picture }
}
