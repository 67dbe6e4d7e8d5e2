import type { ByteSource } from '../images/byte-source.ts'
import { photoshopHead } from '../images/image-resources.ts'
import { repeatedTags, withoutExifTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { withoutRepeatedResources } from './iptc-edit.ts'
import { editBudget, type Part } from './parts.ts'
import { type Blocks, withWholeTexts } from './unchanged.ts'
import { xmpPacket } from './xmp-packet.ts'

export const xmpHead = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
const exifHead = Buffer.from('Exif\0\0')
const extendedXmpHead = Buffer.from('http://ns.adobe.com/xmp/extension/\0')
const resourcesHead = Buffer.from(photoshopHead)
/** Maximum size of a segment's body. The length of a segment has 16 bits and includes its own two bytes. */
const segmentBytesMax = 0xffff - 2
const segmentsMax = 2_000
const readSegmentsMax = 10_000
/** The bytes at the start of a segment's body that identify its kind. */
const kindBytes = 48

type Segment = {
  marker: number
  at: number
  end: number
  kind: Buffer
  /** Set if the segment is edited. */
  body: Buffer | undefined
}

/** Writes the fields into a JPEG, as XMP in a separate segment (ISO 16684-3 §5). */
export async function jpegWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const { segments, restAt } = await segmentsOf(source)
  const existing = segments.find(isXmp)?.body?.subarray(xmpHead.length)
  const iptc = segments.find(isPhotoshop)?.body
  const packet = fitting(fields, { xmp: existing, iptc })
  const own = segment(0xe1, Buffer.concat([xmpHead, packet]))
  const others = segments.filter((one) => !isXmp(one))
  // JFIF and EXIF must come first.
  const isFirst = ({ marker, kind }: Segment) => marker === 0xe0 || startsWith(kind, exifHead)
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

function rewritten({ marker, at, end, kind, body }: Segment): Part {
  if (!body) return { from: at, to: end }
  return segment(
    marker,
    startsWith(kind, exifHead) ? withoutExifTags(body, repeatedTags) : withoutRepeatedResources(body),
  )
}

/**
 * If not everything fits into one segment, first the file's other properties and then the keywords are omitted.
 */
function fitting(fields: Fields, blocks: Blocks): Buffer {
  const { fields: whole } = withWholeTexts(fields, blocks)
  const tries = [
    () => xmpPacket(fields, blocks),
    () => xmpPacket(whole),
    () => xmpPacket(fields),
    () => xmpPacket({ ...fields, keywords: [] }),
  ]
  for (const attempt of tries) {
    const packet = attempt()
    if (xmpHead.length + packet.length <= segmentBytesMax) return packet
  }
  return xmpPacket({ keywords: [], creators: [], copyright: fields.copyright })
}

async function segmentsOf(source: ByteSource): Promise<{ segments: Segment[]; restAt: number }> {
  const segments: Segment[] = []
  const mayEdit = editBudget()
  let restAt = 2
  for await (const one of jpegSegments(source)) {
    const { marker, at, end } = one
    // Almost no file has metadata after tables, frames or scans, so reading stops there.
    const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (!isApplication || segments.length >= segmentsMax) break
    const isEdited = isXmp(one) ? !segments.some(isXmp) : isExif(one) || isPhotoshop(one)
    const isRead = isEdited && mayEdit(end - at - 2)
    segments.push({ ...one, body: isRead ? Buffer.from(await source.read(at + 4, end - at - 4)) : undefined })
    restAt = end
  }
  return { segments, restAt }
}

/** @param start the offset of the picture in the file. */
export async function* jpegSegments(source: ByteSource, start = 0): AsyncGenerator<Omit<Segment, 'body'>> {
  const startOfScan = 0xda
  let at = start + 2
  for (let count = 0; count < readSegmentsMax; count++) {
    const head = await source.read(at, 4)
    const marker = head[1]
    // Any number of fill bytes can precede a marker (ITU-T T.81 §B.1.1.2).
    if (head[0] === 0xff && marker === 0xff) {
      at++
      continue
    }
    if (head.length < 4 || head[0] !== 0xff || marker === undefined || marker === startOfScan) return
    const length = head.readUInt16BE(2)
    const end = at + 2 + length
    if (length < 2 || end > source.size) return
    const kind = Buffer.from(await source.read(at + 4, Math.min(kindBytes, length - 2)))
    yield { marker, at, end, kind }
    at = end
  }
}

type Kind = Pick<Segment, 'marker' | 'kind'>
export const isXmp = ({ marker, kind }: Kind) => marker === 0xe1 && startsWith(kind, xmpHead)
export const isExif = ({ marker, kind }: Kind) => marker === 0xe1 && startsWith(kind, exifHead)
export const isExtendedXmp = ({ marker, kind }: Kind) => marker === 0xe1 && startsWith(kind, extendedXmpHead)
export const isPhotoshop = ({ marker, kind }: Kind) => marker === 0xed && startsWith(kind, resourcesHead)
const startsWith = (body: Buffer, head: Buffer) => body.subarray(0, head.length).equals(head)

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
