import type { ByteSource } from './byte-source.ts'
import { openTiff } from './tiff.ts'

const tags = {
  width: 0x100,
  height: 0x101,
  bits: 0x102,
  compression: 0x103,
  photometric: 0x106,
  orientation: 0x112,
  samples: 0x115,
  extraSamples: 0x152,
  sampleFormat: 0x153,
}

export type TiffFlavour = {
  width: number
  height: number
  orientation: number
  /** The feature that the decoder cannot draw, such as "signed samples of 16 bits". */
  fault?: string
  /** The number of color and transparency channels, if further channels follow. */
  channels?: number
}

/** Maximum number of channels whose kinds are compared. */
const channelsMax = 16
const compressions = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946, 34_712, 34_925, 50_000, 50_001])
const wholeBits = new Set([1, 2, 4, 8, 16])
/** Channels by the photometric interpretation: gray, RGB, palette, CMYK, YCbCr and CIE L*a*b*. */
const channelsOf: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3 }
const otherSpaces: Record<number, string> = {
  4: 'a transparency mask instead of a picture',
  9: 'colors in ICC L*a*b*',
  10: 'colors in ITU L*a*b*',
  32803: 'data of a camera sensor (CFA)',
  34892: 'data of a camera sensor (linear raw)',
  32844: 'luminance in LogL',
  32845: 'colors in LogLuv',
}

/** The problems that the decoder has with the first page of a TIFF. Undefined if the page cannot be read. */
export async function flavourOfTiff(source: ByteSource): Promise<TiffFlavour | undefined> {
  const tiff = await openTiff(source)
  if (!tiff) return undefined
  const { entries } = await tiff.directory(tiff.first)
  const entry = (tag: number) => entries.find((one) => one.tag === tag)
  const numbers = (tag: number) => tiff.numbers(entry(tag), channelsMax)
  const [width, height] = [await tiff.number(entry(tags.width)), await tiff.number(entry(tags.height))]
  if (!width || !height) return undefined
  const orientation = (await tiff.number(entry(tags.orientation))) ?? 1
  const compression = (await tiff.number(entry(tags.compression))) ?? 1
  const photometric = (await tiff.number(entry(tags.photometric))) ?? 1
  const samples = (await tiff.number(entry(tags.samples))) ?? 1
  const bits = [...new Set(await numbers(tags.bits))]
  const formats = [...new Set(await numbers(tags.sampleFormat))]
  const extra = await numbers(tags.extraSamples)
  const fault = faultOf(compression, photometric, samples, bits, formats)
  const own = channelsOf[photometric] ?? samples
  const hasOthers = samples > own && (extra.length === 0 || samples > own + 1 || extra[0] === 0)
  return {
    width,
    height,
    orientation,
    ...(fault !== undefined && { fault }),
    ...(fault === undefined && hasOthers && { channels: own }),
  }
}

function faultOf(
  compression: number,
  photometric: number,
  samples: number,
  bits: readonly number[],
  formats: readonly number[],
): string | undefined {
  if (compression === 6) return 'JPEG compression of the old kind (compression 6)'
  if (!compressions.has(compression)) return `compression ${compression}`
  if (photometric in otherSpaces) return otherSpaces[photometric]
  if (!(photometric in channelsOf)) return `the photometric interpretation ${photometric}`
  if (samples < channelsOf[photometric]!) return `${samples} of ${channelsOf[photometric]} channels`
  const [depth = 1, otherDepth] = bits
  const [format = 1, otherFormat] = formats
  if (otherDepth !== undefined) return `channels of ${bits.join(' and ')} bits`
  if (otherFormat !== undefined) return 'channels in several formats'
  if (format === 2) return `signed samples of ${depth} bits`
  // Floating point RGB is drawn as linear light.
  if (format === 3 && !(depth === 32 && photometric === 2 && samples === 3))
    return `floating-point samples of ${depth} bits`
  if (format === 5 || format === 6) return 'complex samples'
  if (format !== 3 && !wholeBits.has(depth)) return `samples of ${depth} bits`
  if (photometric === 8 && depth === 8) return 'colors in L*a*b* of 8 bits'
  return undefined
}
