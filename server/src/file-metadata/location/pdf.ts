import { deflateSync, inflateSync } from 'node:zlib'
import type { ByteSource } from '../../images/byte-source.ts'
import { openPdf, placeOfXmp } from '../../images/pdf-objects.ts'
import { mergedBytesMax } from '../xmp-packet.ts'
import type { Edit, EditAt } from './edits.ts'
import { xmpWithoutLocation } from './xmp.ts'

/** Edits the XMP packet of the document. Images in the document keep their metadata. */
export async function pdfLocations(source: ByteSource, edit: EditAt): Promise<void> {
  const place = await placeOfXmp(await openPdf(source))
  if (place) await edit(place.at, place.length, place.isPacked ? packed : xmpWithoutLocation)
}

/** A shorter stream is padded with zeros, because readers stop at the end of the compressed data. */
const packed: Edit = (stream) => {
  const packet = inflateSync(stream, { maxOutputLength: mergedBytesMax })
  const edited = xmpWithoutLocation(packet)
  if (!edited) return undefined
  const all = [edited, Buffer.alloc(packet.length, ' ')].map((bytes) => deflateSync(bytes, { level: 9 }))
  const fitting = all.find(({ length }) => length <= stream.length)
  if (!fitting) return Buffer.alloc(stream.length)
  return Buffer.concat([fitting, Buffer.alloc(stream.length - fitting.length)])
}
