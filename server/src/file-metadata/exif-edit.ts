/** Edits EXIF blocks in place: their length stays, so that nothing else in the file moves. */

const exifHead = 'Exif\0\0'
const entryBytes = 12
/** Description, artist and copyright, and the five texts of Windows, which XMP states as well. */
export const repeatedTags: ReadonlySet<number> = new Set([
  0x010e, 0x013b, 0x8298, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
])

const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/** A copy of the block without these entries of its first directory. Their values are overwritten. */
export function withoutExifTags(block: Buffer, tags: ReadonlySet<number>): Buffer {
  const bytes = Buffer.from(block)
  const base = bytes.toString('latin1', 0, 6) === exifHead ? 6 : 0
  try {
    removeEntries(bytes.subarray(base), tags)
    return bytes
  } catch (error) {
    // A damaged block: it ends before what it refers to.
    if (error instanceof RangeError) return block
    throw error
  }
}

function removeEntries(bytes: Buffer, tags: ReadonlySet<number>) {
  const isBig = bytes.toString('latin1', 0, 2) === 'MM'
  const u16 = (at: number) => (isBig ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const u32 = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  // Values do not overlap: entries that repeat a large one would take long.
  let left = bytes.length
  const wipe = (at: number) => {
    const length = (typeBytes[u16(at + 2)] ?? 0) * u32(at + 4)
    left -= length
    if (left < 0) throw new RangeError('The values are larger than the block.')
    if (length > 4) bytes.fill(0, u32(at + 8), u32(at + 8) + length)
  }
  const first = u32(4)
  const count = u16(first)
  const rows = Array.from({ length: count }, (_, index) => first + 2 + index * entryBytes)
  const kept = rows.filter((at) => {
    const tag = u16(at)
    if (!tags.has(tag)) return true
    wipe(at)
    return false
  })
  const end = first + 2 + count * entryBytes
  const rest = kept.map((at) => Buffer.from(bytes.subarray(at, at + entryBytes)))
  // The place of the next directory follows the last entry.
  const next = Buffer.from(bytes.subarray(end, end + 4))
  const written = Buffer.concat([...rest, next])
  bytes.fill(0, first + 2, end + 4)
  written.copy(bytes, first + 2)
  isBig ? bytes.writeUInt16BE(rest.length, first) : bytes.writeUInt16LE(rest.length, first)
}
