import { createHash } from 'node:crypto'
import type { ByteSource } from '../../images/byte-source.ts'
import { resourcesIn } from '../../images/image-resources.ts'
import { iptcWithout } from '../iptc-edit.ts'
import type { Edit, EditAt } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { xmpWithoutLocation } from './xmp.ts'

/**
 * Data sets of record 2: content location code and name, city, sublocation, province, country code and
 * country name.
 */
const places = new Set([26, 27, 90, 92, 95, 100, 101])

export const resourcesMax = 10_000
/** The size of a resource header with the longest name. */
const resourceHeadBytesMax = 12 + 256

const ids = { iptc: 0x0404, exif: 0x0422, exif3: 0x0423, xmp: 0x0424, digest: 0x0425 }

/** Copies an IPTC-IIM block without place names, padded with zeros to the same length. Undefined if it has none. */
export function iptcWithoutLocation(block: Buffer): Buffer | undefined {
  const rest = iptcWithout(block, places)
  return rest.length === block.length
    ? undefined
    : Buffer.concat([rest, Buffer.alloc(block.length - rest.length)])
}

const editors = new Map<number, Edit>([
  [ids.iptc, iptcWithoutLocation],
  [ids.exif, exifWithoutLocation],
  [ids.exif3, exifWithoutLocation],
  [ids.xmp, xmpWithoutLocation],
])

/**
 * Removes locations from the metadata in Photoshop's image resources, keeping the length. Undefined if
 * nothing changes.
 */
export function resourcesWithoutLocation(bytes: Buffer): Buffer | undefined {
  const edited = Buffer.from(bytes)
  let digest: Buffer | undefined
  for (const { id, from, to } of resourcesIn(bytes)) {
    const value = editors.get(id)?.(bytes.subarray(from, to))
    value?.copy(edited, from)
    if (value && id === ids.iptc) digest = createHash('md5').update(value).digest()
  }
  // The digest tells programs whether the IPTC block was changed after the XMP packet.
  if (digest)
    for (const { id, from, to } of resourcesIn(bytes))
      if (id === ids.digest) digest.copy(edited, from, 0, Math.min(digest.length, to - from))
  return edited.equals(bytes) ? undefined : edited
}

/**
 * Like `resourcesWithoutLocation`, for resources that do not fit into memory, as in a TIFF file or a
 * Photoshop document.
 * @param left the number of resources that can still be read.
 */
export async function editResources(
  source: ByteSource,
  at: number,
  length: number,
  edit: EditAt,
  left = { resources: resourcesMax },
) {
  const end = Math.min(source.size, at + length)
  for (; at < end && left.resources > 0; left.resources--) {
    const head = await source.read(at, resourceHeadBytesMax)
    const [resource] = resourcesIn(head)
    if (!resource) return
    const bytes = head.readUInt32BE(resource.lengthAt)
    const editor = editors.get(resource.id)
    if (editor) await edit(at + resource.from, bytes, editor)
    at += resource.from + bytes + (bytes % 2)
  }
}
