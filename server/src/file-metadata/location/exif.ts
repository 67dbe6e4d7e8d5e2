import { gpsPointer } from '../../images/tiff.ts'
import { type ExifBlock, exifBlock, wipeValues } from '../exif-directories.ts'
import { withoutExifTags } from '../exif-edit.ts'

/** Maximum number of directories: the main image, its thumbnail, and additions by programs. */
const directoriesMax = 8

/**
 * A copy of an EXIF block without its GPS directory, whose bytes are overwritten. The block keeps its length.
 * Undefined if there is no GPS directory; all zeros if the block is damaged there.
 */
export function exifWithoutLocation(block: Buffer): Buffer | undefined {
  const bytes = Buffer.from(block)
  const exif = exifBlock(bytes)
  const found = gpsDirectoriesIn(exif)
  if (found.length === 0) return undefined
  for (const at of found) {
    const directory = exif.directory(at)
    if (!directory) continue
    if (!wipeValues(exif, directory.rows)) return Buffer.alloc(block.length)
    exif.bytes.fill(0, directory.at, directory.end)
  }
  return withoutExifTags(bytes, new Set([gpsPointer]))
}

function gpsDirectoriesIn(exif: ExifBlock): number[] {
  const found: number[] = []
  let directory = exif.directory(exif.first)
  for (let count = 0; directory && count < directoriesMax; count++) {
    for (const { tag, number } of directory.rows) if (tag === gpsPointer) found.push(number)
    directory = exif.directory(directory.next)
  }
  return found
}
