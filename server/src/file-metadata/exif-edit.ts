/**
 * Edits EXIF blocks in place. Their length stays the same, so that all other offsets in the file stay valid.
 */
import { exifBlock, wipeValues } from './exif-directories.ts'

/** Tags that XMP also contains: description, artist, copyright, and the five Windows texts. */
export const repeatedTags: ReadonlySet<number> = new Set([
  0x010e, 0x013b, 0x8298, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
])

/**
 * Copies the block without these entries of its first directory. The values of the entries are
 * overwritten. If that directory is damaged, the block is returned unchanged.
 */
export function withoutExifTags(block: Buffer, tags: ReadonlySet<number>): Buffer {
  const edited = Buffer.from(block)
  const exif = exifBlock(edited)
  const directory = exif?.directory(exif.first)
  const removed = directory?.rows.filter(({ tag }) => tags.has(tag)) ?? []
  if (!exif || !directory || removed.length === 0) return block
  const { bytes, rowBytes } = exif
  const kept = directory.rows.filter(({ tag }) => !tags.has(tag))
  if (!wipeValues(exif, removed)) return block
  // The offset of the next directory follows the last row.
  const next = bytes.subarray(directory.end, directory.end + 4)
  const written = Buffer.concat([...kept.map(({ at }) => bytes.subarray(at, at + rowBytes)), next])
  bytes.fill(0, directory.at + 2, directory.end + 4)
  written.copy(bytes, directory.at + 2)
  exif.setCount(directory, kept.length)
  return edited
}
