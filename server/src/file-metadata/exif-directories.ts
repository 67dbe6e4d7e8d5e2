/** The directories of an EXIF block in memory. Data beyond the end of the block is ignored. */
import { layoutOf } from '../images/tiff-layout.ts'

const exifHead = 'Exif\0\0'
/** The header, before which no directory begins. */
const headBytes = 8

export type ExifRow = {
  tag: number
  at: number
  /** The value's range, truncated at the end of the block. */
  from: number
  to: number
  /** A number that fits into the row, or the offset of a larger value. */
  number: number
}

export type ExifDirectory = {
  at: number
  rows: ExifRow[]
  /** The offset after the last row, which contains the offset of the next directory. */
  end: number
  next: number
}

export type ExifBlock = {
  /** The block, starting at its TIFF header. */
  bytes: Buffer
  /** The offset of the first directory. */
  first: number
  rowBytes: number
  /** Undefined if the directory exceeds the block. */
  directory(at: number): ExifDirectory | undefined
  setCount(directory: ExifDirectory, count: number): void
}

/**
 * @param block with or without the prefix that JPEG and WebP files have.
 * @returns undefined if the block has no byte order, so that no program can read it.
 */
export function exifBlock(block: Buffer): ExifBlock | undefined {
  const bytes =
    block.toString('latin1', 0, exifHead.length) === exifHead ? block.subarray(exifHead.length) : block
  const layout = layoutOf(bytes, 'any')
  if (!layout) return undefined
  const { isBigEndian, first, rowBytes, countBytes, offsetBytes, u16, u32, entry } = layout

  function rowAt(at: number): ExifRow {
    // A value of unknown type has no length.
    const { at: place, length } = entry(bytes, at, 0) ?? { at: bytes.length, length: 0 }
    const from = Math.min(bytes.length, place)
    return {
      tag: u16(bytes, at),
      at,
      from,
      to: Math.min(bytes.length, from + length),
      number: u32(bytes, at + 8),
    }
  }

  return {
    bytes,
    first,
    rowBytes,
    directory(at) {
      if (at < headBytes || at + countBytes > bytes.length) return undefined
      const count = u16(bytes, at)
      const end = at + countBytes + count * rowBytes
      if (end > bytes.length) return undefined
      const rows = Array.from({ length: count }, (_, index) => rowAt(at + countBytes + index * rowBytes))
      return { at, rows, end, next: end + offsetBytes <= bytes.length ? u32(bytes, end) : 0 }
    },
    setCount: ({ at }, count) =>
      void (isBigEndian ? bytes.writeUInt16BE(count, at) : bytes.writeUInt16LE(count, at)),
  }
}

/**
 * Overwrites values with zeros.
 * @returns false if values overlap, as in a hostile block that repeats a large value. Then only some values
 *   are overwritten.
 */
export function wipeValues({ bytes }: ExifBlock, rows: readonly ExifRow[]): boolean {
  let left = bytes.length
  for (const { from, to } of rows) {
    left -= to - from
    if (left < 0) return false
    bytes.fill(0, from, to)
  }
  return true
}
