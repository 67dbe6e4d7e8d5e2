import type { ByteSource } from '../images/byte-source.ts'
import { repeatedTags, withoutExifTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { editBudget, type Part, sizeOf } from './parts.ts'
import { mergedBytesMax, xmpPacket } from './xmp-packet.ts'

const chunksMax = 20_000
const flags = { exif: 0x08, xmp: 0x04, alpha: 0x10 }

/** Writes the fields into a WebP, as XMP in a separate chunk (RFC 9649 §2.7.1.5). */
export async function webpWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const body: Part[] = []
  const mayEdit = editBudget()
  let existing: Buffer | undefined
  let extended: Buffer | undefined
  let isFirst = true
  for await (const { id, at, length, end } of webpChunks(source)) {
    if (id === 'VP8X') extended = Buffer.from(await source.read(at, 18))
    else if (id === 'XMP ' && length <= mergedBytesMax && !existing)
      existing = Buffer.from(await source.read(at + 8, length))
    else if (id === 'EXIF' && mayEdit(length))
      body.push(chunk(id, withoutExifTags(await source.read(at + 8, length), repeatedTags)))
    else if (id !== 'XMP ') body.push({ from: at, to: end })
    if (isFirst && id !== 'VP8X') extended = await extendedOf(source, id, at)
    isFirst = false
  }
  if (!extended) throw new Error('The WebP file has no image.')
  extended[8]! |= flags.xmp
  const parts = [Buffer.from('WEBP'), extended, ...body, chunk('XMP ', xmpPacket(fields, { xmp: existing }))]
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(sizeOf(parts), 4)
  return [head, ...parts]
}

type Chunk = {
  id: string
  at: number
  /** The length without the chunk header and padding. */
  length: number
  end: number
}

export async function* webpChunks(source: ByteSource): AsyncGenerator<Chunk> {
  let at = 12
  for (let count = 0; count < chunksMax && at + 8 <= source.size; count++) {
    const head = await source.read(at, 8)
    const [id, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    const end = Math.min(source.size, at + 8 + length + (length % 2))
    yield { id, at, length, end }
    at = end
  }
}

/** The header that a simple file lacks: its size, and whether it has an alpha channel. */
async function extendedOf(source: ByteSource, id: string, at: number): Promise<Buffer> {
  const bytes = await source.read(at + 8, 10)
  const bits = id === 'VP8L' ? bytes.readUInt32LE(1) : 0
  const width = id === 'VP8L' ? (bits & 0x3fff) + 1 : bytes.readUInt16LE(6) & 0x3fff
  const height = id === 'VP8L' ? ((bits >> 14) & 0x3fff) + 1 : bytes.readUInt16LE(8) & 0x3fff
  const body = Buffer.alloc(10)
  if ((bits >> 28) & 1) body[0] = flags.alpha
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return chunk('VP8X', body)
}

function chunk(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(id)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
