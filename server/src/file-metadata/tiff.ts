import type { ByteSource } from '../images/byte-source.ts'
import { openTiff } from '../images/tiff.ts'
import type { TiffEntry } from '../images/tiff-layout.ts'
import { repeatedTags } from './exif-edit.ts'
import type { Fields } from './fields.ts'
import { withoutRepeatedIptc, withoutRepeatedResources } from './iptc-edit.ts'
import type { Part } from './parts.ts'
import { xmpPacket } from './xmp-packet.ts'

export const tiffTags = { xmp: 700, iptc: 33_723, photoshop: 34_377 }
const byteType = 1
const undefinedType = 7

/**
 * Writes the fields into a TIFF as XMP (ISO 16684-3 §10). A new first directory is appended, because the
 * other directories contain offsets in the file.
 */
export async function tiffWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const tiff = await openTiff(source)
  if (!tiff) throw new Error('The file is not a TIFF file.')
  const { entries, next } = await tiff.directory(tiff.first)
  if (entries.length === 0) throw new Error('The TIFF file has no directory.')
  const { offsetBytes, countBytes, rowBytes } = tiff
  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes)
    if (bytes === 8)
      tiff.isBigEndian ? buffer.writeBigUInt64BE(BigInt(value)) : buffer.writeBigUInt64LE(BigInt(value))
    else tiff.isBigEndian ? buffer.writeUIntBE(value, 0, bytes) : buffer.writeUIntLE(value, 0, bytes)
    return buffer
  }
  const existing = entries.find(({ tag }) => tag === tiffTags.xmp)
  const iptc = entries.find(({ tag }) => tag === tiffTags.iptc)
  const packet = xmpPacket(fields, {
    xmp: existing && (await tiff.value(existing)),
    iptc: iptc && (await tiff.value(iptc)),
  })
  type Row = { tag: number; type: number; count: number; value: Buffer }
  const rows: Row[] = [{ tag: tiffTags.xmp, type: byteType, count: packet.length, value: packet }]
  // A tag can occur only once, because otherwise a file could repeat a tag and fill the memory.
  const seen = new Set<number>()
  for (const entry of entries) {
    if (entry.tag === tiffTags.xmp || repeatedTags.has(entry.tag) || seen.has(entry.tag)) continue
    seen.add(entry.tag)
    const value = await rewritten(entry)
    if (value) rows.push({ tag: entry.tag, type: undefinedType, count: value.length, value })
    // The entry is copied unchanged, whether it contains its value or the offset of its value.
    else rows.push({ ...entry, value: await inRow(entry) })
  }
  rows.sort((a, b) => a.tag - b.tag)

  async function rewritten(entry: TiffEntry): Promise<Buffer | undefined> {
    if (entry.tag !== tiffTags.iptc && entry.tag !== tiffTags.photoshop) return undefined
    const value = await tiff!.value(entry)
    // The value is larger than the maximum that is read.
    if (value.length < entry.length) return undefined
    return entry.tag === tiffTags.iptc ? withoutRepeatedIptc(value) : withoutRepeatedResources(value)
  }
  async function inRow({ at, length }: TiffEntry): Promise<Buffer> {
    if (length > offsetBytes) return number(at, offsetBytes)
    return Buffer.concat([await source.read(at, length), Buffer.alloc(offsetBytes - length)])
  }

  // Directories begin at even offsets.
  const padding = Buffer.alloc(source.size % 2)
  const directoryAt = source.size + padding.length
  const rowsEnd = directoryAt + countBytes + rows.length * rowBytes + offsetBytes
  const values: Buffer[] = []
  let valueAt = rowsEnd
  const written = rows.map(({ tag, type, count, value }) => {
    const head = [number(tag, 2), number(type, 2), number(count, offsetBytes)]
    if (value.length === offsetBytes) return Buffer.concat([...head, value])
    if (value.length < offsetBytes)
      return Buffer.concat([...head, value, Buffer.alloc(offsetBytes - value.length)])
    const padded = Buffer.concat([value, Buffer.alloc(value.length % 2)])
    values.push(padded)
    valueAt += padded.length
    return Buffer.concat([...head, number(valueAt - padded.length, offsetBytes)])
  })
  // The header contains the offset of the first directory.
  const headBytes = tiff.isBig ? 16 : 8
  const head = Buffer.concat([
    await source.read(0, headBytes - offsetBytes),
    number(directoryAt, offsetBytes),
  ])
  return [
    head,
    { from: headBytes, to: source.size },
    Buffer.concat([
      padding,
      number(rows.length, countBytes),
      ...written,
      number(next, offsetBytes),
      ...values,
    ]),
  ]
}
