import { exifPointer, gpsPointer } from '../../images/tiff.ts'
import { type ExifBlock, exifBlock, wipeValues } from '../exif-directories.ts'
import { withoutExifTags } from '../exif-edit.ts'

/**
 * Maximum number of directories, which covers the main image, its thumbnail, the camera, and additions by
 * programs.
 */
const directoriesMax = 16

/**
 * Copies an EXIF block and overwrites its GPS directory. The block keeps its length.
 * Undefined if there is no GPS directory or the block is not EXIF; all zeros if the block is damaged at that place.
 */
export function exifWithoutLocation(block: Buffer): Buffer | undefined {
  const bytes = Buffer.from(block)
  const exif = exifBlock(bytes)
  const blank = () => Buffer.alloc(block.length)
  if (!exif) return undefined
  const found = gpsDirectoriesIn(exif)
  if (!found) return blank()
  if (found.length === 0) return undefined
  for (const at of found) {
    const directory = exif.directory(at)
    if (!directory) {
      if (isWithin(exif, at)) return blank()
      continue
    }
    if (!wipeValues(exif, directory.rows)) return blank()
    exif.bytes.fill(0, directory.at, directory.end)
  }
  return withoutExifTags(bytes, new Set([gpsPointer]))
}

/**
 * Whether an offset is within the block. Programs read the rows of a directory up to the end of the block.
 */
const isWithin = ({ bytes }: ExifBlock, at: number) => at >= 8 && at < bytes.length

/** Undefined if a directory that could reference a GPS directory does not end within the block. */
function gpsDirectoriesIn(exif: ExifBlock): number[] | undefined {
  const found: number[] = []
  const seen = new Set<number>()
  const waiting = [exif.first]
  for (let at = waiting.pop(); at !== undefined && seen.size < directoriesMax; at = waiting.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const directory = exif.directory(at)
    if (!directory && isWithin(exif, at)) return undefined
    if (!directory) continue
    for (const { tag, number } of directory.rows) {
      if (tag === gpsPointer) found.push(number)
      if (tag === exifPointer) waiting.push(number)
    }
    waiting.push(directory.next)
  }
  return found
}
