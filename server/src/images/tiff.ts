import type { ByteSource } from './byte-source.ts'
import {
  bytesOfType,
  headBytes,
  isRational,
  layoutOf,
  type TiffEntry,
  type TiffLayout,
} from './tiff-layout.ts'

/** Reads TIFF files and files with the same structure in parts. */

export type TiffDirectory = {
  entries: TiffEntry[]
  /** 0 after the last directory. */
  next: number
}

export type TiffReader = TiffLayout & {
  directory(at: number): Promise<TiffDirectory>
  value(entry: TiffEntry): Promise<Buffer>
  /** The number at an index of an entry with integers or rational numbers. */
  number(entry: TiffEntry | undefined, index?: number): Promise<number | undefined>
  /** The first numbers of an entry. */
  numbers(entry: TiffEntry | undefined, max: number): Promise<number[]>
}

const entriesMax = 1_000
/** Maximum size of values that are read: texts, numbers and metadata blocks. */
const valueBytesMax = 1024 ** 2
/** Maximum size of all values of an EXIF block. */
const blockBytesMax = 4 * 1024 ** 2

/**
 * @param versions the versions of files with the structure of TIFF. Some raw photos have their own version.
 * @returns undefined for any other file.
 */
export async function openTiff(
  source: ByteSource,
  versions?: readonly number[],
): Promise<TiffReader | undefined> {
  const layout = layoutOf(await source.read(0, headBytes), versions)
  if (!layout) return undefined
  const { countBytes, rowBytes, offsetBytes, u16, u32, u64, offset } = layout

  async function value({ at, length }: TiffEntry): Promise<Buffer> {
    return length > valueBytesMax ? Buffer.alloc(0) : source.read(at, length)
  }

  async function numbers(entry: TiffEntry | undefined, max: number): Promise<number[]> {
    if (!entry) return []
    const each = bytesOfType(entry.type)!
    const wanted = Math.min(entry.count, max)
    const bytes = await value({ ...entry, length: wanted * each })
    return Array.from({ length: Math.floor(bytes.length / each) }, (_, index) => {
      if (isRational(entry.type)) return u32(bytes, index * 8) / (u32(bytes, index * 8 + 4) || 1)
      if (each === 1) return bytes[index]!
      if (each === 2) return u16(bytes, index * 2)
      return each === 4 ? u32(bytes, index * 4) : u64(bytes, index * 8)
    })
  }

  return {
    ...layout,
    async directory(at) {
      const none = { entries: [], next: 0 }
      if (!(Number.isSafeInteger(at) && at > 0 && at + countBytes <= source.size)) return none
      const count = layout.count(await source.read(at, countBytes))
      if (count > entriesMax) return none
      const bytes = await source.read(at + countBytes, count * rowBytes + offsetBytes)
      if (bytes.length < count * rowBytes) return none
      const entries = Array.from({ length: count }, (_, index) =>
        layout.entry(bytes, index * rowBytes, at + countBytes),
      ).filter((entry) => entry !== undefined)
      const isWhole = bytes.length === count * rowBytes + offsetBytes
      return { entries, next: isWhole ? offset(bytes, count * rowBytes) : 0 }
    },
    value,
    numbers,
    number: async (entry, index = 0) => (await numbers(entry, index + 1))[index],
  }
}

export const exifPointer = 0x8769
export const gpsPointer = 0x8825
/** Tags about the image: its description, camera, software, time, artist and copyright. */
const imageTags = new Set([0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x8298])

/** The EXIF data of a TIFF file as a separate block, as in other formats. Undefined if the file has none. */
export async function exifOfTiff(source: ByteSource): Promise<Buffer | undefined> {
  const tiff = await openTiff(source)
  if (!tiff) return undefined
  const { entries } = await tiff.directory(tiff.first)
  const inner = async (pointer: number) => {
    const at = await tiff.number(entries.find(({ tag }) => tag === pointer))
    return at === undefined ? [] : (await tiff.directory(at)).entries
  }
  const image = entries.filter(({ tag }) => imageTags.has(tag))
  const [photo, gps] = [await inner(exifPointer), await inner(gpsPointer)]
  if (image.length + photo.length + gps.length === 0) return undefined
  return exifBlock(tiff, image, photo, gps)
}

type Written = { tag: number; type: number; count: number; value: Buffer }

async function exifBlock(tiff: TiffReader, ...directories: [TiffEntry[], TiffEntry[], TiffEntry[]]) {
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    tiff.isBigEndian ? bytes.writeUInt16BE(value) : bytes.writeUInt16LE(value)
    return bytes
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    tiff.isBigEndian ? bytes.writeUInt32BE(value) : bytes.writeUInt32LE(value)
    return bytes
  }
  let left = blockBytesMax
  async function written(entries: TiffEntry[]): Promise<Written[]> {
    const all = new Map<number, Written>()
    for (const entry of entries) {
      // Skips types of BigTIFF, which are not read in EXIF, and repeated tags.
      if (entry.type > 12 || all.has(entry.tag) || entry.length > left) continue
      const value = await tiff.value(entry)
      if (value.length < entry.length) continue
      left -= value.length
      all.set(entry.tag, { ...entry, value })
    }
    return [...all.values()]
  }
  const [image, photo, gps] = [
    await written(directories[0]),
    await written(directories[1]),
    await written(directories[2]),
  ]
  function directory(entries: Written[], at: number): Buffer {
    const valuesAt = at + 2 + 12 * entries.length + 4
    const values: Buffer[] = []
    let used = 0
    const rows = entries.map(({ tag, type, count, value }) => {
      const head = Buffer.concat([u16(tag), u16(type), u32(count)])
      if (value.length <= 4) return Buffer.concat([head, value, Buffer.alloc(4 - value.length)])
      const row = Buffer.concat([head, u32(valuesAt + used)])
      values.push(value)
      used += value.length
      return row
    })
    return Buffer.concat([u16(entries.length), ...rows, u32(0), ...values])
  }
  const headLength = 8
  const pointers = (photoAt: number, gpsAt: number): Written[] => [
    ...image,
    { tag: exifPointer, type: 4, count: 1, value: u32(photoAt) },
    { tag: gpsPointer, type: 4, count: 1, value: u32(gpsAt) },
  ]
  const photoAt = headLength + directory(pointers(0, 0), headLength).length
  const photoBytes = directory(photo, photoAt)
  const gpsAt = photoAt + photoBytes.length
  const head = Buffer.concat([Buffer.from(tiff.isBigEndian ? 'MM' : 'II'), u16(42), u32(headLength)])
  return Buffer.concat([
    Buffer.from('Exif\0\0'),
    head,
    directory(pointers(photoAt, gpsAt), headLength),
    photoBytes,
    directory(gps, gpsAt),
  ])
}
