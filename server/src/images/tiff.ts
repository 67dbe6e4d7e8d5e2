import type { ByteSource } from './byte-source.ts'

/** The structure of TIFF files and EXIF blocks (TIFF 6.0 §2), and of BigTIFF. */

export type TiffEntry = {
  tag: number
  type: number
  count: number
  /** The offset of the value in the file. */
  at: number
  /** Bytes of the value. */
  length: number
}

export type TiffDirectory = {
  entries: TiffEntry[]
  /** The offset of the next directory. 0 after the last directory. */
  next: number
}

export type TiffReader = {
  isBigEndian: boolean
  /** Whether offsets have 64 bits. */
  isBig: boolean
  /** The offset of the first directory. */
  first: number
  directory(at: number): Promise<TiffDirectory>
  value(entry: TiffEntry): Promise<Buffer>
  /** The number at an index of an entry with integers. */
  number(entry: TiffEntry | undefined, index?: number): Promise<number | undefined>
}

const entriesMax = 1_000
/** Maximum size of values that are read: texts, numbers and metadata blocks. */
const valueBytesMax = 1024 ** 2
/** Maximum size of all values of an EXIF block. */
const blockBytesMax = 4 * 1024 ** 2

const typeBytes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

const tiffVersion = 42
const bigVersion = 43

/**
 * @param versions the versions of files with the structure of TIFF. Some raw photos have their own version.
 * @returns undefined for any other file, and for BigTIFF.
 */
export async function openTiff(
  source: ByteSource,
  versions: readonly number[] = [tiffVersion],
): Promise<TiffReader | undefined> {
  const head = await source.read(0, 16)
  const order = head.toString('latin1', 0, 2)
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const isBigEndian = order === 'MM'
  const u16 = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const u32 = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  const u64 = (bytes: Buffer, at: number) =>
    Number(isBigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at))
  const version = u16(head, 2)
  const isBig = version === bigVersion
  if ((!versions.includes(version) && !isBig) || (isBig && head.length < 16)) return undefined
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4]
  const offset = isBig ? u64 : u32

  function entryAt(bytes: Buffer, at: number, start: number): TiffEntry | undefined {
    const [tag, type, count] = [u16(bytes, at), u16(bytes, at + 2), offset(bytes, at + 4)]
    const each = typeBytes[type]
    if (each === undefined || !Number.isSafeInteger(count)) return undefined
    const length = each * count
    const valueAt = at + 4 + offsetBytes
    const place = length <= offsetBytes ? start + valueAt : offset(bytes, valueAt)
    return Number.isSafeInteger(place) ? { tag, type, count, length, at: place } : undefined
  }

  async function value({ at, length }: TiffEntry): Promise<Buffer> {
    return length > valueBytesMax ? Buffer.alloc(0) : source.read(at, length)
  }

  return {
    isBigEndian,
    isBig,
    first: isBig ? u64(head, 8) : u32(head, 4),
    async directory(at) {
      const none = { entries: [], next: 0 }
      if (!(at > 0 && at + countBytes <= source.size)) return none
      const head = await source.read(at, countBytes)
      const count = isBig ? u64(head, 0) : u16(head, 0)
      if (count > entriesMax) return none
      const bytes = await source.read(at + countBytes, count * entryBytes + offsetBytes)
      if (bytes.length < count * entryBytes) return none
      const entries = Array.from({ length: count }, (_, index) =>
        entryAt(bytes, index * entryBytes, at + countBytes),
      ).filter((entry) => entry !== undefined)
      const isWhole = bytes.length === count * entryBytes + offsetBytes
      return { entries, next: isWhole ? offset(bytes, count * entryBytes) : 0 }
    },
    value,
    async number(entry, index = 0) {
      if (!entry || index >= entry.count) return undefined
      const bytes = await value(entry)
      const each = typeBytes[entry.type]!
      if (bytes.length < (index + 1) * each) return undefined
      if (each === 1) return bytes[index]
      if (each === 2) return u16(bytes, index * 2)
      return each === 4 ? u32(bytes, index * 4) : u64(bytes, index * 8)
    },
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
