import { type ByteSource, partOfSource } from '../../images/byte-source.ts'
import { metadataItems } from '../../images/heif.ts'
import { isoBoxes } from '../../images/iso-boxes.ts'
import { type EditAt, editWithin } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { filmLocations } from './film.ts'
import { xmpWithoutLocation } from './xmp.ts'

const filmBox = 'mpvd'

/** Edits HEIC and AVIF files. Metadata items keep their length, so that all offsets stay valid. */
export async function heifLocations(source: ByteSource, edit: EditAt): Promise<void> {
  for (const { kind, at, length } of await metadataItems(source))
    await edit(at, length, kind === 'exif' ? exifItem : xmpWithoutLocation)
  for await (const { type, start, end } of isoBoxes(source))
    if (type === filmBox)
      await filmLocations(partOfSource(source, start, end - start), editWithin(edit, start))
}

/**
 * The item starts with the offset of its TIFF header, counted after these four bytes (ISO/IEC 23008-12 annex
 * A).
 */
function exifItem(item: Buffer): Buffer | undefined {
  if (item.length < 8) return undefined
  const start = 4 + item.readUInt32BE(0)
  if (start >= item.length) return undefined
  const edited = exifWithoutLocation(item.subarray(start))
  return edited && Buffer.concat([item.subarray(0, start), edited])
}
