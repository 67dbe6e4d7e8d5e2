import { promisify } from 'node:util'
import { crc32, inflate as inflateAll } from 'node:zlib'
import type { ByteSource } from '../images/byte-source.ts'
import { repeatedTags, withoutExifTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { editBudget, type Part } from './parts.ts'
import { mergedBytesMax, xmpPacket } from './xmp-packet.ts'

/** The signature and the header. */
const headBytes = 33
const chunksMax = 200_000
const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1')
/** The text is not compressed, and has no language and no translation of the keyword. */
const xmpHead = Buffer.concat([keyword, Buffer.alloc(4)])
/** `iTXt` is what the standard asks for; libvips writes `zTXt`. */
const textTypes = new Set(['iTXt', 'zTXt', 'tEXt'])

const inflate = promisify(inflateAll) as (bytes: Buffer, options: object) => Promise<Buffer>

/** A PNG with the fields as XMP in a chunk of its own (ISO 16684-3 §8). */
export async function pngWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const parts: Part[] = []
  const mayEdit = editBudget()
  let isFirst = true
  let existing: Buffer | undefined
  let keptFrom = headBytes
  let at = headBytes
  const replace = (end: number, chunk?: Buffer) => {
    parts.push({ from: keptFrom, to: at }, ...(chunk ? [chunk] : []))
    keptFrom = end
  }
  for (let count = 0; count < chunksMax && at + 12 <= source.size; count++) {
    const head = await source.read(at, 8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    const end = at + 12 + length
    if (end > source.size) break
    if (textTypes.has(type) && length > keyword.length) {
      const isPacket = (await source.read(at + 8, keyword.length)).equals(keyword)
      const isRead = isPacket && isFirst && length <= mergedBytesMax
      if (isRead) {
        const body = await source.read(at + 8 + keyword.length, length - keyword.length)
        existing = await packetIn(type, body).catch(() => undefined)
      }
      if (isPacket && mayEdit(isRead ? length : 0)) {
        isFirst = false
        replace(end)
      }
    }
    if (type === 'eXIf' && mayEdit(length))
      replace(end, chunk(type, withoutExifTags(await source.read(at + 8, length), repeatedTags)))
    at = end
  }
  return [
    { from: 0, to: headBytes },
    chunk('iTXt', Buffer.concat([xmpHead, xmpPacket(fields, existing)])),
    ...parts,
    { from: keptFrom, to: source.size },
  ]
}

/** @param body behind the keyword (PNG 3 §11.3.3). */
async function packetIn(type: string, body: Buffer): Promise<Buffer> {
  if (type === 'tEXt') return Buffer.from(body)
  if (type === 'zTXt') return inflate(body.subarray(1), { maxOutputLength: mergedBytesMax })
  const text = body.indexOf(0, body.indexOf(0, 2) + 1) + 1
  return body[0] === 1
    ? inflate(body.subarray(text), { maxOutputLength: mergedBytesMax })
    : Buffer.from(body.subarray(text))
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length)
  bytes.writeUInt32BE(body.length)
  bytes.write(type, 4, 'latin1')
  body.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}
