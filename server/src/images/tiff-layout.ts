/** How TIFF files and EXIF blocks are encoded (TIFF 6.0 §2), and BigTIFF, whose offsets have 64 bits. */

export type TiffEntry = {
  tag: number
  type: number
  count: number
  /** The offset of the value in the file. */
  at: number
  /** Bytes of the value. */
  length: number
}

export type TiffLayout = {
  isBigEndian: boolean
  /** Whether offsets have 64 bits. */
  isBig: boolean
  /** The offset of the first directory. */
  first: number
  /** The sizes of the number of rows, of a row, and of an offset. */
  countBytes: number
  rowBytes: number
  offsetBytes: number
  u16(bytes: Buffer, at: number): number
  u32(bytes: Buffer, at: number): number
  u64(bytes: Buffer, at: number): number
  offset(bytes: Buffer, at: number): number
  /** The number of rows at the beginning of a directory. */
  count(bytes: Buffer): number
  /**
   * The row of a directory.
   * @param start the offset of `bytes` in the file.
   * @returns undefined if its type is unknown or its value is beyond any file.
   */
  entry(bytes: Buffer, at: number, start: number): TiffEntry | undefined
}

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

export const bytesOfType = (type: number): number | undefined => typeBytes[type]

/** Two 32-bit integers, of which the second is the denominator. */
export const isRational = (type: number) => type === 5 || type === 10

const tiffVersion = 42
const bigVersion = 43
/** The versions of TIFF, and of raw photos of Olympus and Panasonic. */
export const rawVersions: readonly number[] = [tiffVersion, 0x4f52, 0x5352, 0x55]

/** Number of bytes in which the header fits. */
export const headBytes = 16

/**
 * @param head the beginning of the file.
 * @param versions the versions of files with the structure of TIFF, in addition to BigTIFF. `any` reads EXIF
 *   blocks, which never have the structure of BigTIFF and can have a wrong version.
 * @returns undefined for any other file.
 */
export function layoutOf(
  head: Buffer,
  versions: readonly number[] | 'any' = [tiffVersion],
): TiffLayout | undefined {
  const order = head.toString('latin1', 0, 2)
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const isBigEndian = order === 'MM'
  const u16 = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const u32 = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  const u64 = (bytes: Buffer, at: number) =>
    Number(isBigEndian ? bytes.readBigUInt64BE(at) : bytes.readBigUInt64LE(at))
  const version = u16(head, 2)
  const isBig = versions !== 'any' && version === bigVersion
  if (isBig ? head.length < headBytes : versions !== 'any' && !versions.includes(version)) return undefined
  const [countBytes, rowBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4]
  const offset = isBig ? u64 : u32
  return {
    isBigEndian,
    isBig,
    first: isBig ? u64(head, 8) : u32(head, 4),
    countBytes,
    rowBytes,
    offsetBytes,
    u16,
    u32,
    u64,
    offset,
    count: (bytes) => (isBig ? u64(bytes, 0) : u16(bytes, 0)),
    entry(bytes, at, start) {
      const [tag, type, count] = [u16(bytes, at), u16(bytes, at + 2), offset(bytes, at + 4)]
      const each = typeBytes[type]
      if (each === undefined || !Number.isSafeInteger(count)) return undefined
      const length = each * count
      const valueAt = at + 4 + offsetBytes
      const place = length <= offsetBytes ? start + valueAt : offset(bytes, valueAt)
      return Number.isSafeInteger(place) ? { tag, type, count, length, at: place } : undefined
    },
  }
}
