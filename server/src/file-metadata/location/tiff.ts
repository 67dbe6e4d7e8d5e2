import { type ByteSource, partOfSource } from '../../images/byte-source.ts'
import { gpsPointer, openTiff } from '../../images/tiff.ts'
import { rawVersions, type TiffLayout } from '../../images/tiff-layout.ts'
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
/** The tag of a whole JPEG with its own metadata in raw photos of Panasonic. */
const jpegOfRaw = 0x2e

/**
 * Edits the metadata of every page. Raw photos are also TIFF files, but Olympus and Panasonic use other
 * versions.
 */
export async function tiffLocations(source: ByteSource, edit: EditAt): Promise<void> {
  const tiff = await openTiff(source, rawVersions)
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
    const { count, countBytes, rowBytes, offsetBytes } = tiff!
    return countBytes + count(await source.read(at, countBytes)) * rowBytes + offsetBytes
  }
}

/** Keeps the offset of the next directory, because not every program writes one. */
const wipedRows =
  ({ offsetBytes }: TiffLayout): Edit =>
  (block) =>
    Buffer.concat([Buffer.alloc(block.length - offsetBytes), block.subarray(-offsetBytes)])

/** A directory without its GPS entry. Values outside their row keep their offset. */
const withoutGps =
  ({ u16, isBigEndian, isBig, count, countBytes, rowBytes, offsetBytes }: TiffLayout): Edit =>
  (block) => {
    const rows = Array.from({ length: count(block) }, (_, index) =>
      block.subarray(countBytes + index * rowBytes, countBytes + (index + 1) * rowBytes),
    )
    const kept = rows.filter((row) => u16(row, 0) !== gpsPointer)
    const end = countBytes + rows.length * rowBytes
    const next = block.subarray(end, end + offsetBytes)
    const written = Buffer.concat([countOf(kept.length, isBig, isBigEndian), ...kept, next])
    return Buffer.concat([written, Buffer.alloc(block.length - written.length)])
  }

function countOf(count: number, isBig: boolean, isBigEndian: boolean): Buffer {
  const bytes = Buffer.alloc(isBig ? 8 : 2)
  if (isBig) isBigEndian ? bytes.writeBigUInt64BE(BigInt(count)) : bytes.writeBigUInt64LE(BigInt(count))
  else isBigEndian ? bytes.writeUInt16BE(count) : bytes.writeUInt16LE(count)
  return bytes
}
