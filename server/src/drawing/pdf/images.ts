import { readFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { Pixels } from '../blend.ts'
import { openPicture } from '../photograph.ts'
import { type Colors, toCmyk } from './colors.ts'
import type { PdfFile, Ref } from './file.ts'

export type ImageContext = {
  file: PdfFile
  colors: Colors
  profile: string
  known: Map<string, Promise<Ref>>
}

/** Factor by which an image must exceed the requested pixels to be reduced. */
const spareFactor = 1.5
const quality = 92

/**
 * Embeds an image. A JPEG that needs no conversion is embedded unchanged, without camera metadata. Drawings
 * stay lossless.
 * @param input a file, or its bytes.
 * @param wanted the number of pixels that are visible at print resolution.
 */
export function pictureObject(
  context: ImageContext,
  input: string | Buffer,
  key: string,
  wanted: Size,
): Promise<Ref> {
  const name = `${key} ${Math.ceil(wanted.width)} ${Math.ceil(wanted.height)}`
  const known = context.known.get(name) ?? embedded(context, input, wanted)
  context.known.set(name, known)
  return known
}

type Size = { width: number; height: number }

async function embedded(context: ImageContext, input: string | Buffer, wanted: Size): Promise<Ref> {
  const { picture, width, height, hasAlpha, isPlainJpeg, format } = await openPicture(input)
  const factor = Math.min(1, Math.max(wanted.width / width, wanted.height / height))
  const isReduced = factor * spareFactor < 1
  const size = {
    width: isReduced ? Math.max(1, Math.ceil(width * factor)) : width,
    height: isReduced ? Math.max(1, Math.ceil(height * factor)) : height,
  }
  if (isPlainJpeg && !isReduced && context.colors.mode === 'rgb') {
    const bytes = stripped(typeof input === 'string' ? await readFile(input) : input)
    const channels = componentsOf(bytes)
    if (channels === 1 || channels === 3) return jpegObject(context, bytes, size, channels)
  }
  const sized = isReduced ? picture.resize(size.width, size.height, { fit: 'fill' }) : picture
  const mask = hasAlpha ? await maskObject(context, sized.clone(), size) : undefined
  const opaque = sized.clone().removeAlpha()
  if (format === 'jpeg' || format === 'heif' || (format === 'webp' && !hasAlpha))
    return jpegOf(context, opaque, size, mask)
  return losslessOf(context, opaque, size, mask)
}

async function jpegOf(
  context: ImageContext,
  picture: Sharp,
  size: Size,
  mask: Ref | undefined,
): Promise<Ref> {
  const options = { quality, chromaSubsampling: '4:4:4' }
  if (context.colors.mode === 'rgb') {
    const bytes = await picture.toColorspace('srgb').jpeg(options).toBuffer()
    return jpegObject(context, stripped(bytes), size, componentsOf(bytes) === 1 ? 1 : 3, mask)
  }
  const bytes = await picture.withIccProfile(context.profile, { attach: false }).jpeg(options).toBuffer()
  return jpegObject(context, stripped(bytes), size, 4, mask)
}

async function losslessOf(
  context: ImageContext,
  picture: Sharp,
  size: Size,
  mask: Ref | undefined,
): Promise<Ref> {
  const rgb = await picture.toColorspace('srgb').raw().toBuffer()
  const isCmyk = context.colors.mode === 'cmyk'
  const bytes = isCmyk ? await toCmyk(rgb, size.width, size.height, context.profile) : rgb
  return context.file.addStream(dictionary(size, isCmyk ? 'DeviceCMYK' : 'DeviceRGB', mask), bytes)
}

async function maskObject({ file }: ImageContext, picture: Sharp, size: Size): Promise<Ref> {
  return file.addStream(
    dictionary(size, 'DeviceGray'),
    await picture.extractChannel(3).toColourspace('b-w').raw().toBuffer(),
  )
}

const dictionary = ({ width, height }: Size, space: string, mask?: Ref, more = '') =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/${space}${more}${mask ? `/SMask ${mask} 0 R` : ''}`

function jpegObject({ file }: ImageContext, bytes: Buffer, size: Size, channels: 1 | 3 | 4, mask?: Ref): Ref {
  const space = channels === 1 ? 'DeviceGray' : channels === 3 ? 'DeviceRGB' : 'DeviceCMYK'
  // libjpeg writes inverted CMYK as Adobe does: 0 for full ink.
  const more = `/Filter/DCTDecode${channels === 4 ? '/Decode[1 0 1 0 1 0 1 0]' : ''}`
  return file.addStream(dictionary(size, space, mask, more), bytes, true)
}

/** Embeds drawn pixels with their opacity. */
export async function pixelsObject({ file, colors, profile }: ImageContext, pixels: Pixels): Promise<Ref> {
  const { width, height, data } = pixels
  const rgb = Buffer.alloc(width * height * 3)
  const alpha = Buffer.alloc(width * height)
  for (let at = 0; at < width * height; at++) {
    rgb[at * 3] = data[at * 4]!
    rgb[at * 3 + 1] = data[at * 4 + 1]!
    rgb[at * 3 + 2] = data[at * 4 + 2]!
    alpha[at] = data[at * 4 + 3]!
  }
  const isCmyk = colors.mode === 'cmyk'
  const mask = file.addStream(dictionary(pixels, 'DeviceGray'), alpha)
  const bytes = isCmyk ? await toCmyk(rgb, width, height, profile) : rgb
  return file.addStream(dictionary(pixels, isCmyk ? 'DeviceCMYK' : 'DeviceRGB', mask), bytes)
}

/** Removes the location, owner and thumbnail that a camera adds. Keeps the segments that decoding needs. */
function stripped(jpeg: Buffer): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!
    if (marker === 0xda) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const isNote = (marker >= 0xe1 && marker <= 0xed) || marker === 0xef || marker === 0xfe
    if (!isNote) parts.push(jpeg.subarray(at, end))
    at = end
  }
  parts.push(jpeg.subarray(at))
  return Buffer.concat(parts)
}

/** The number of color components, from the frame header. */
function componentsOf(jpeg: Buffer): number {
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return jpeg[at + 9]!
  }
  return 0
}
