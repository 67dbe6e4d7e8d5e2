/** The directories of an EXIF block in memory (TIFF 6.0 §2). Data beyond the end of the block is ignored. */

const exifHead = 'Exif\0\0'
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** Size of a row: tag, type, count and value. */
export const rowBytes = 12

export type ExifRow = {
  tag: number
  /** The offset of the row. */
  at: number
  /** The range of the value, truncated at the end of the block. */
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
  first: number
  /** Undefined if the directory exceeds the block. */
  directory(at: number): ExifDirectory | undefined
  setCount(directory: ExifDirectory, count: number): void
}

/** @param block with or without the prefix that JPEG and WebP files have. */
export function exifBlock(block: Buffer): ExifBlock {
  const bytes =
    block.toString('latin1', 0, exifHead.length) === exifHead ? block.subarray(exifHead.length) : block
  const isBig = bytes.toString('latin1', 0, 2) === 'MM'
  const isWithin = (at: number, length: number) => at + length <= bytes.length
  const u16 = (at: number) =>
    isWithin(at, 2) ? (isBig ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)) : 0
  const u32 = (at: number) =>
    isWithin(at, 4) ? (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) : 0

  function rowAt(at: number): ExifRow {
    const length = (typeBytes[u16(at + 2)] ?? 0) * u32(at + 4)
    const number = u32(at + 8)
    const from = Math.min(bytes.length, length <= 4 ? at + 8 : number)
    return { tag: u16(at), at, from, to: Math.min(bytes.length, from + length), number }
  }

  return {
    bytes,
    first: u32(4),
    directory(at) {
      const count = u16(at)
      const end = at + 2 + count * rowBytes
      if (at < 8 || !isWithin(at, 2) || end > bytes.length) return undefined
      const rows = Array.from({ length: count }, (_, index) => rowAt(at + 2 + index * rowBytes))
      return { at, rows, end, next: u32(end) }
    },
    setCount: ({ at }, count) =>
      void (isBig ? bytes.writeUInt16BE(count, at) : bytes.writeUInt16LE(count, at)),
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
