import { type ByteSource, partOfSource } from '../../images/byte-source.ts'
import { gpsPointer, openTiff, type TiffReader } from '../../images/tiff.ts'
import { tiffTags } from '../tiff.ts'
import { type Edit, type EditAt, editWithin, wiped } from './edits.ts'
import { editResources, iptcWithoutLocation, resourcesMax } from './iptc.ts'
import { jpegLocations } from './jpeg.ts'
import { xmpWithoutLocation } from './xmp.ts'

const editors = new Map<number, Edit>([
  [tiffTags.xmp, xmpWithoutLocation],
  [tiffTags.iptc, iptcWithoutLocation],
])
const directoriesMax = 200
const versions = [42, 0x4f52, 0x5352, 0x55]
/** The tag of a whole JPEG with its own metadata in raw photos of Panasonic. */
const jpegOfRaw = 0x2e

/**
 * Edits the metadata of every page. Raw photos are also TIFF files, but Olympus and Panasonic use other
 * versions.
 */
export async function tiffLocations(source: ByteSource, edit: EditAt): Promise<void> {
  const tiff = await openTiff(source, versions)
  if (!tiff) return
  const seen = new Set<number>()
  const left = { resources: resourcesMax }
  for (let at = tiff.first; at > 0 && !seen.has(at) && seen.size < directoriesMax; ) {
    seen.add(at)
    const { entries, next } = await tiff.directory(at)
    for (const entry of entries) {
      const editor = editors.get(entry.tag)
      if (editor) await edit(entry.at, entry.length, editor)
      if (entry.tag === tiffTags.photoshop) await editResources(source, entry.at, entry.length, edit, left)
      if (entry.tag === jpegOfRaw) await embeddedJpeg(entry.at, entry.length)
      if (entry.tag === gpsPointer) await wipeDirectory((await tiff.number(entry)) ?? 0)
    }
    if (entries.some(({ tag }) => tag === gpsPointer)) await edit(at, await lengthAt(at), withoutGps(tiff))
    at = next
  }

  async function wipeDirectory(at: number) {
    const { entries } = await tiff!.directory(at)
    for (const { at, length } of entries) await edit(at, length, wiped)
    if (entries.length > 0) await edit(at, await lengthAt(at), wipedRows(tiff!))
  }
  async function embeddedJpeg(at: number, length: number) {
    const jpeg = partOfSource(source, at, length)
    if (jpeg.size > 0) await jpegLocations(jpeg, editWithin(edit, at))
  }
  async function lengthAt(at: number): Promise<number> {
    const { countBytes, rowBytes, placeBytes } = layoutOf(tiff!)
    return countBytes + countIn(await source.read(at, countBytes), tiff!) * rowBytes + placeBytes
  }
}

/** Keeps the offset of the next directory, because not every program writes one. */
const wipedRows =
  (tiff: TiffReader): Edit =>
  (block) => {
    const { placeBytes } = layoutOf(tiff)
    return Buffer.concat([Buffer.alloc(block.length - placeBytes), block.subarray(-placeBytes)])
  }

const layoutOf = ({ isBig }: TiffReader) =>
  isBig ? { countBytes: 8, rowBytes: 20, placeBytes: 8 } : { countBytes: 2, rowBytes: 12, placeBytes: 4 }

function countIn(bytes: Buffer, { isBig, isBigEndian }: TiffReader): number {
  if (isBig) return Number(isBigEndian ? bytes.readBigUInt64BE() : bytes.readBigUInt64LE())
  return isBigEndian ? bytes.readUInt16BE() : bytes.readUInt16LE()
}

/** A directory without its GPS entry. Values outside their row keep their offset. */
const withoutGps =
  (tiff: TiffReader): Edit =>
  (block) => {
    const { countBytes, rowBytes, placeBytes } = layoutOf(tiff)
    const count = countIn(block, tiff)
    const rows = Array.from({ length: count }, (_, index) =>
      block.subarray(countBytes + index * rowBytes, countBytes + (index + 1) * rowBytes),
    )
    const tagOf = (row: Buffer) => (tiff.isBigEndian ? row.readUInt16BE() : row.readUInt16LE())
    const kept = rows.filter((row) => tagOf(row) !== gpsPointer)
    const next = block.subarray(countBytes + count * rowBytes, countBytes + count * rowBytes + placeBytes)
    const written = Buffer.concat([countOf(kept.length, tiff), ...kept, next])
    return Buffer.concat([written, Buffer.alloc(block.length - written.length)])
  }

function countOf(count: number, { isBig, isBigEndian }: TiffReader): Buffer {
  const bytes = Buffer.alloc(isBig ? 8 : 2)
  if (isBig) isBigEndian ? bytes.writeBigUInt64BE(BigInt(count)) : bytes.writeBigUInt64LE(BigInt(count))
  else isBigEndian ? bytes.writeUInt16BE(count) : bytes.writeUInt16LE(count)
  return bytes
}
