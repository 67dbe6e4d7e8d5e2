import type { ByteSource } from '../../images/byte-source.ts'
import { isExif, isExtendedXmp, isPhotoshop, isXmp, jpegSegments, xmpHead } from '../jpeg.ts'
import type { EditAt } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { resourcesWithoutLocation } from './iptc.ts'
import { xmpWithoutLocation } from './xmp.ts'

/**
 * The header of a part of an extended packet: an identifier, the total length, and the offset of the part.
 */
const extensionHeadBytes = 40

/** Edits EXIF, XMP and Photoshop's resources of a JPEG. */
export async function jpegLocations(source: ByteSource, edit: EditAt): Promise<void> {
  for await (const segment of jpegSegments(source)) {
    const { at, end } = segment
    const from = at + 4
    if (isExif(segment)) await edit(from, end - from, exifWithoutLocation)
    else if (isPhotoshop(segment)) await edit(from, end - from, resourcesWithoutLocation)
    else if (isXmp(segment))
      await edit(from + xmpHead.length, end - from - xmpHead.length, xmpWithoutLocation)
    else if (isExtendedXmp(segment)) {
      const head = segment.kind.indexOf(0) + 1 + extensionHeadBytes
      await edit(from + head, end - from - head, xmpWithoutLocation)
    }
  }
}
