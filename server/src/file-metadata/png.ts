import { promisify } from 'node:util'
import { crc32, inflate as inflateAll } from 'node:zlib'
import type { ByteSource } from '../images/byte-source.ts'
import { repeatedTags, withoutExifTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { editBudget, type Part } from './parts.ts'
import { mergedBytesMax, xmpPacket } from './xmp-packet.ts'

const headBytes = 33
const chunksMax = 200_000
export const pngXmpKeyword = 'XML:com.adobe.xmp'
const keyword = Buffer.from(`${pngXmpKeyword}\0`, 'latin1')
/** The text is not compressed and has neither a language nor a translation of the keyword. */
const xmpHead = Buffer.concat([keyword, Buffer.alloc(4)])
/** The standard requires `iTXt`, but libvips writes `zTXt`. */
export const pngTextTypes: ReadonlySet<string> = new Set(['iTXt', 'zTXt', 'tEXt'])

const inflate = promisify(inflateAll) as (bytes: Buffer, options: object) => Promise<Buffer>

/** Writes the fields into a PNG, as XMP in a separate chunk (ISO 16684-3 §8). */
export async function pngWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const parts: Part[] = []
  const mayEdit = editBudget()
  let isFirst = true
  let existing: Buffer | undefined
  let keptFrom = headBytes
  for await (const { type, at, length, end } of pngChunks(source)) {
    const replace = (chunk?: Buffer) => {
      parts.push({ from: keptFrom, to: at }, ...(chunk ? [chunk] : []))
      keptFrom = end
    }
    if (pngTextTypes.has(type) && length > keyword.length) {
      const isPacket = (await source.read(at + 8, keyword.length)).equals(keyword)
      const isRead = isPacket && isFirst && length <= mergedBytesMax
      if (isRead) {
        const body = await source.read(at + 8 + keyword.length, length - keyword.length)
        existing = (await textIn(type, body).catch(() => undefined))?.value
      }
      if (isPacket && mayEdit(isRead ? length : 0)) {
        isFirst = false
        replace()
      }
    }
    if (type === 'eXIf' && mayEdit(length))
      replace(pngChunk(type, withoutExifTags(await source.read(at + 8, length), repeatedTags)))
  }
  return [
    { from: 0, to: headBytes },
    pngChunk('iTXt', Buffer.concat([xmpHead, xmpPacket(fields, { xmp: existing })])),
    ...parts,
    { from: keptFrom, to: source.size },
  ]
}

type Chunk = {
  type: string
  at: number
  length: number
  end: number
}

export async function* pngChunks(source: ByteSource): AsyncGenerator<Chunk> {
  let at = headBytes
  for (let count = 0; count < chunksMax && at + 12 <= source.size; count++) {
    const head = await source.read(at, 8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    const end = at + 12 + length
    if (end > source.size) return
    yield { type, at, length, end }
    at = end
  }
}

type PngText = {
  head: Buffer
  value: Buffer
  isPacked: boolean
}

/** @param body the bytes after the keyword (PNG 3 §11.3.3). */
export async function textIn(type: string, body: Buffer): Promise<PngText> {
  // iTXt: two bytes on compression, the language, and the translated keyword.
  const start = type === 'tEXt' ? 0 : type === 'zTXt' ? 1 : body.indexOf(0, body.indexOf(0, 2) + 1) + 1
  const isPacked = type === 'zTXt' || (type === 'iTXt' && body[0] === 1)
  const rest = body.subarray(start)
  const value = isPacked ? await inflate(rest, { maxOutputLength: mergedBytesMax }) : Buffer.from(rest)
  return { head: Buffer.from(body.subarray(0, start)), value, isPacked }
}

export function pngChunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length)
  bytes.writeUInt32BE(body.length)
  bytes.write(type, 4, 'latin1')
  body.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}
