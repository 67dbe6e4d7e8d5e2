import type { ByteSource } from '../images/byte-source.ts'
import { repeatedTags, withoutExifTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { withoutRepeatedResources } from './iptc-edit.ts'
import type { Part } from './parts.ts'
import { xmpPacket } from './xmp-packet.ts'

const xmpHead = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
const exifHead = Buffer.from('Exif\0\0')
const photoshopHead = Buffer.from('Photoshop 3.0\0')
/** A segment states its length in 16 bits, which count themselves. */
const segmentBytesMax = 0xffff - 2
const segmentsMax = 2_000

type Segment = { marker: number; at: number; body: Buffer }

/** A JPEG with the fields as XMP in a segment of its own (ISO 16684-3 §5). */
export async function jpegWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const { segments, restAt } = await segmentsOf(source)
  const existing = segments.find(isXmp)?.body.subarray(xmpHead.length)
  const packet = fitting(fields, existing)
  const own = segment(0xe1, Buffer.concat([xmpHead, packet]))
  const others = segments.filter((one) => !isXmp(one))
  // JFIF and EXIF have to come first.
  const isFirst = ({ marker, body }: Segment) => marker === 0xe0 || startsWith(body, exifHead)
  const firsts = others.findIndex((one) => !isFirst(one))
  const before = firsts === -1 ? others.length : firsts
  const parts = others.map(rewritten)
  return [
    Buffer.from([0xff, 0xd8]),
    ...parts.slice(0, before),
    own,
    ...parts.slice(before),
    { from: restAt, to: source.size },
  ]
}

function rewritten({ marker, at, body }: Segment): Part {
  if (marker === 0xe1 && startsWith(body, exifHead))
    return segment(marker, withoutExifTags(body, repeatedTags))
  if (marker === 0xed && startsWith(body, photoshopHead))
    return segment(marker, withoutRepeatedResources(body))
  return { from: at, to: at + 4 + body.length }
}

/** If all does not fit into a segment, the file's other properties are left out, and then the keywords. */
function fitting(fields: Fields, existing: Buffer | undefined): Buffer {
  const tries = [
    () => xmpPacket(fields, existing),
    () => xmpPacket(fields),
    () => xmpPacket({ ...fields, keywords: [] }),
  ]
  for (const attempt of tries) {
    const packet = attempt()
    if (xmpHead.length + packet.length <= segmentBytesMax) return packet
  }
  return xmpPacket({ keywords: [], creators: [], copyright: fields.copyright })
}

/** The segments before the pixels. */
async function segmentsOf(source: ByteSource): Promise<{ segments: Segment[]; restAt: number }> {
  const segments: Segment[] = []
  let at = 2
  while (segments.length < segmentsMax) {
    const head = await source.read(at, 4)
    const marker = head[1]
    // Tables, frames and scans: nothing behind them is metadata.
    const isApplication = marker !== undefined && ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
    if (head.length < 4 || head[0] !== 0xff || !isApplication) break
    const length = head.readUInt16BE(2)
    const body = await source.read(at + 4, length - 2)
    if (length < 2 || body.length < length - 2) break
    segments.push({ marker, at, body: Buffer.from(body) })
    at += 2 + length
  }
  return { segments, restAt: at }
}

const isXmp = ({ marker, body }: Segment) => marker === 0xe1 && startsWith(body, xmpHead)
const startsWith = (body: Buffer, head: Buffer) => body.subarray(0, head.length).equals(head)

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
