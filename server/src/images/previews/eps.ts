import { type FileHandle, open } from 'node:fs/promises'
import sharp from 'sharp'
import { DecodeError } from '../decode-error.ts'
import type { Box } from '../layout.ts'
import type { Preview } from '../source.ts'
import { resources, thumbnailOf } from './photoshop-resources.ts'
import { previewInXmp } from './xmp-packet.ts'

/**
 * The preview in an EPS file (Encapsulated PostScript File Format Specification 3.0): a TIFF, a bitmap in
 * comments, or the thumbnail that Photoshop and Illustrator add. PostScript itself is a program and is not
 * run.
 */
export async function previewOfEps(path: string): Promise<Preview | undefined> {
  const file = await open(path, 'r')
  try {
    const { tiff, text } = await partsOf(file)
    if (tiff) return { picture: tiff }
    return interchangePreview(text) ?? photoshopPreview(text)
  } finally {
    await file.close()
  }
}

/** The content of the file or, without content, a thumbnail in its metadata. */
export const previewOfPostScript = async (path: string) =>
  (await previewOfEps(path)) ?? (await previewInXmp(path))

const pointsMax = 1_000_000

/** Points. */
export async function factsOfEps(path: string): Promise<Box | undefined> {
  const file = await open(path, 'r')
  try {
    const { text } = await partsOf(file)
    const number = '(-?[\\d.]{1,20})'
    const box = (name: string) =>
      new RegExp(`^%%${name}: *${number} +${number} +${number} +${number}`, 'm').exec(text)
    const found = box('HiResBoundingBox') ?? box('BoundingBox')
    const [left, bottom, right, top] = found?.slice(1).map(Number) ?? []
    const [width, height] = [right! - left!, top! - bottom!]
    const isSize = width > 0 && height > 0 && width < pointsMax && height < pointsMax
    return isSize ? { width, height } : undefined
  } finally {
    await file.close()
  }
}

const binaryHeadBytes = 28
const binarySignature = 'c5d0d3c6'
/** Maximum number of bytes that are searched. Previews precede the drawing in the file. */
const textBytesMax = 8 * 1024 ** 2
const tiffBytesMax = 64 * 1024 ** 2

/** A file for Windows begins with a table of its parts: PostScript, WMF, TIFF. */
async function partsOf(file: FileHandle): Promise<{ tiff?: Buffer; text: string }> {
  const { size } = await file.stat()
  const part = async (at: number, length: number) => {
    const wanted = Math.max(0, Math.min(length, size - at))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
    return buffer.subarray(0, bytesRead)
  }
  const head = await part(0, binaryHeadBytes)
  const isBinary = head.length === binaryHeadBytes && head.toString('hex', 0, 4) === binarySignature
  if (!isBinary) return { text: (await part(0, textBytesMax)).toString('latin1') }
  const [textAt, textLength, , , tiffAt, tiffLength] = Array.from({ length: 6 }, (_, place) =>
    head.readUInt32LE(4 + 4 * place),
  ) as [number, number, number, number, number, number]
  if (tiffLength > tiffBytesMax) throw new DecodeError('too_complex')
  const tiff = tiffLength > 0 ? await part(tiffAt, tiffLength) : undefined
  const text = (await part(textAt, Math.min(textLength, textBytesMax))).toString('latin1')
  return { ...(tiff && tiff.length > 0 && { tiff }), text }
}

const previewSideMax = 8_192

/** EPSI: a bitmap of 1, 2, 4 or 8 bits in hexadecimal comments, where 0 is white. */
function interchangePreview(text: string): Preview | undefined {
  const begin = /^%%BeginPreview: *(\d{1,5}) +(\d{1,5}) +([1248]) +\d+.*$/m.exec(text)
  if (!begin) return undefined
  const [width, height, depth] = begin.slice(1).map(Number) as [number, number, number]
  if (!(width > 0 && height > 0) || width > previewSideMax || height > previewSideMax) return undefined
  const from = begin.index + begin[0].length
  const end = text.indexOf('%%EndPreview', from)
  const packed = hexadecimal(text.slice(from, end === -1 ? undefined : end))
  const rowBytes = Math.ceil((width * depth) / 8)
  if (packed.length < rowBytes * height) throw new DecodeError('damaged')
  const levels = 2 ** depth - 1
  const data = Buffer.alloc(width * height)
  for (let y = 0, place = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const bit = x * depth
      const shift = 8 - depth - (bit % 8)
      const level = (packed[y * rowBytes + Math.floor(bit / 8)]! >> shift) & levels
      data[place++] = 255 - Math.round((level * 255) / levels)
    }
  return { width, height, open: () => sharp(data, { raw: { width, height, channels: 1 } }) }
}

const hexadecimal = (comments: string) => Buffer.from(comments.replace(/[^0-9a-fA-F]/g, ''), 'hex')

/** The thumbnail that Photoshop writes into comments, together with its other resources. */
function photoshopPreview(text: string): Preview | undefined {
  const begin = /^%BeginPhotoshop: *\d+.*$/m.exec(text)
  if (!begin) return undefined
  const from = begin.index + begin[0].length
  const end = text.indexOf('%EndPhotoshop', from)
  const picture = thumbnailOf(resources(hexadecimal(text.slice(from, end === -1 ? undefined : end))))
  return picture && { picture }
}
