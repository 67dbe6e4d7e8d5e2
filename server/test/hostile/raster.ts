import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Images written byte by byte, as an attacker would to break a decoder. */

const u32be = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const u16le = (value: number) => Buffer.from([value & 255, (value >> 8) & 255])
const u32le = (value: number) =>
  Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24])

// ─── PNG ───

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, body: Buffer, crc?: number) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  return Buffer.concat([u32be(body.length), typed, u32be(crc ?? crc32(typed))])
}

export const header = (width: number, height: number, depth = 8, color = 0) =>
  chunk('IHDR', Buffer.concat([u32be(width), u32be(height), Buffer.from([depth, color, 0, 0, 0])]))

export const png = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks])

/** A zlib stream (RFC 1950) that decompresses to this many zero bytes, a thousand times its size. */
export function deflatedZeros(bytes: number): Buffer {
  const megabyte = 1024 * 1024
  const whole = deflateRawSync(Buffer.alloc(megabyte), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(Buffer.alloc(bytes % megabyte), { level: 9 })
  const times = Math.floor(bytes / megabyte)
  const adler32 = ((bytes % 65_521) << 16) | 1
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array(times).fill(whole), rest, u32be(adler32)])
}

/** A 1-bit image of this size. Its rows are zeros. */
export function pngBomb(width: number, height: number) {
  const row = 1 + Math.ceil(width / 8)
  return png(
    header(width, height, 1),
    chunk('IDAT', deflatedZeros(row * height)),
    chunk('IEND', Buffer.alloc(0)),
  )
}

/** A tiny image with additional chunks. */
export const pngWith = (...extra: Buffer[]) =>
  png(
    header(1, 1),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  )

export const zippedText = (bytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflatedZeros(bytes)]))

export const zippedProfile = (bytes: number) =>
  chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflatedZeros(bytes)]))

// ─── GIF ───

/** One black pixel at the top left, as LZW. */
const gifPixel = Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00])
const gifPalette = Buffer.from([0, 0, 0, 255, 255, 255])

function gifFrame(width: number, height: number) {
  return Buffer.concat([
    Buffer.from('21f90404010000', 'hex'),
    Buffer.from([0, 0x2c, 0, 0, 0, 0]),
    u16le(width),
    u16le(height),
    Buffer.from([0]),
    gifPixel,
  ])
}

/** @param frame the declared size of each frame. Only one pixel of it exists. */
export function gif(
  width: number,
  height: number,
  frames = 1,
  frame: [number, number] = [1, 1],
  comment?: Buffer,
) {
  const one = gifFrame(...frame)
  return Buffer.concat([
    Buffer.from('GIF89a'),
    u16le(width),
    u16le(height),
    Buffer.from([0x80, 0, 0]),
    gifPalette,
    ...(comment ? [Buffer.from([0x21, 0xfe, comment.length]), comment, Buffer.from([0])] : []),
    ...Array.from({ length: frames }, () => one),
    Buffer.from([0x3b]),
  ])
}

/**
 * A GIF whose first bytes are JavaScript: its width is `/*`, and a GIF comment closes the JavaScript comment.
 */
export const gifScript = () => gif(0x2a2f, 1, 1, [1, 1], Buffer.from('*/=1;alert(document.domain);/*'))

// ─── TIFF ───

type Entry = [tag: number, type: 3 | 4, value: number]

/** Little-endian, with one directory. `next` is the declared offset of the next directory. */
export function tiff(entries: Entry[], data = Buffer.alloc(16), next = 0) {
  const directory = Buffer.concat([
    u16le(entries.length),
    ...entries.map(([tag, type, value]) => Buffer.concat([u16le(tag), u16le(type), u32le(1), u32le(value)])),
    u32le(next),
  ])
  return Buffer.concat([Buffer.from('II*\0'), u32le(8), directory, data])
}

export const tiffEntries = (width: number, height: number, offset: number, bytes: number): Entry[] => [
  [256, 4, width],
  [257, 4, height],
  [258, 3, 8],
  [259, 3, 1],
  [262, 3, 1],
  [273, 4, offset],
  [277, 3, 1],
  [278, 4, height],
  [279, 4, bytes],
]

// ─── WebP, JPEG ───

/** A canvas of this size with one small frame on it. */
export async function webpCanvas(width: number, height: number) {
  const tiny = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .webp()
    .toBuffer()
  const image = tiny.subarray(12)
  const u24le = (value: number) => u32le(value).subarray(0, 3)
  const extended = Buffer.concat([
    Buffer.from('VP8X'),
    u32le(10),
    Buffer.from([0, 0, 0, 0]),
    u24le(width - 1),
    u24le(height - 1),
  ])
  return Buffer.concat([
    Buffer.from('RIFF'),
    u32le(4 + extended.length + image.length),
    Buffer.from('WEBP'),
    extended,
    image,
  ])
}

const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body])

/** A JPEG that declares its size and then ends. */
export async function jpegOfSize(width: number, height: number) {
  const bytes = await photograph(16, 16)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

export async function jpegWith(...segments: [marker: number, body: Buffer][]) {
  const bytes = await photograph(32, 32)
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...segments.map(([marker, body]) => segment(marker, body)),
    bytes.subarray(2),
  ])
}

/** EXIF data whose directories point at each other. */
export const endlessExif = () =>
  Buffer.concat([Buffer.from('Exif\0\0'), tiff([[0x8769, 4, 8]], Buffer.alloc(0), 8)])

/** A progressive JPEG that repeats the same scan, each of which costs as much as the first. */
export async function jpegOfScans(side: number, scans: number) {
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background: '#345' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const starts = [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === 0xda)
  const last = bytes.subarray(starts.at(-1), bytes.length - 2)
  return Buffer.concat([
    bytes.subarray(0, -2),
    ...Array.from({ length: scans }, () => last),
    bytes.subarray(-2),
  ])
}

export const photograph = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as never)
    .jpeg()
    .toBuffer()
