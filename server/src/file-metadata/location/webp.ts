import type { ByteSource } from '../../images/byte-source.ts'
import { webpChunks } from '../webp.ts'
import type { EditAt } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { xmpWithoutLocation } from './xmp.ts'

const editors = new Map([
  ['EXIF', exifWithoutLocation],
  ['XMP ', xmpWithoutLocation],
])

export async function webpLocations(source: ByteSource, edit: EditAt): Promise<void> {
  for await (const { id, at, length } of webpChunks(source)) {
    const editor = editors.get(id)
    if (editor) await edit(at + 8, length, editor)
  }
}
