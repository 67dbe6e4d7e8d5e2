import type { ByteSource } from './byte-source.ts'
import { isoBoxes } from './iso-boxes.ts'

/** Facts about AVIF and HEIC files that libvips does not report (ISO/IEC 14496-12, 23000-22). */
export type Heif = {
  /** Code points of ITU-T H.273, if the file states them. */
  primaries?: number
  transfer?: number
  /** Takes precedence over the code points. */
  profile?: Buffer
  frames: number
  isSequence: boolean
}

export const brandAt = 8

type Box = { type: string; start: number; end: number }

const boxesMax = 1_000
const boxBytesMax = 4 * 1024 ** 2
/** Maximum number of item parts. A table can declare billions of empty parts. */
const placesMax = 10_000

export async function readHeif(source: ByteSource): Promise<Heif> {
  const found: Heif = { frames: 1, isSequence: false }
  for await (const { type, at, end } of isoBoxes(source)) {
    const length = end - at
    if (type === 'ftyp' && at === 0)
      found.isSequence = (await source.read(brandAt, 4)).toString('latin1') === 'avis'
    if ((type === 'meta' || type === 'moov') && length <= boxBytesMax) {
      const body = await source.read(at, length)
      if (type === 'meta') Object.assign(found, colorsIn(body))
      else found.frames = samplesIn(body)
    }
  }
  return found
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < boxesMax; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > to) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + length })
    at += length
  }
  return boxes
}

function descend(bytes: Buffer, from: number, path: readonly string[]): Box | undefined {
  let box: Box | undefined = { type: '', start: from, end: bytes.length }
  for (const type of path) {
    if (!box) return undefined
    box = boxesIn(bytes, box.start, box.end).find((one) => one.type === type)
  }
  return box
}

/** Size of the head of `meta`, which has a version and flags before its boxes. */
const metaHead = 12

function colorsIn(meta: Buffer): Pick<Heif, 'primaries' | 'transfer' | 'profile'> {
  const properties = descend(meta, metaHead, ['iprp', 'ipco'])
  if (!properties) return {}
  const all = boxesIn(meta, properties.start, properties.end).filter(({ type }) => type === 'colr')
  const kindOf = ({ start }: Box) => meta.toString('latin1', start, start + 4)
  const profile = all.find((box) => ['prof', 'rICC'].includes(kindOf(box)))
  if (profile) return { profile: Buffer.from(meta.subarray(profile.start + 4, profile.end)) }
  const stated = all.find((box) => kindOf(box) === 'nclx')
  if (!stated || stated.end - stated.start < 10) return {}
  return { primaries: meta.readUInt16BE(stated.start + 4), transfer: meta.readUInt16BE(stated.start + 6) }
}

function samplesIn(moov: Buffer): number {
  const sizes = descend(moov, 8, ['trak', 'mdia', 'minf', 'stbl', 'stsz'])
  return sizes && sizes.end - sizes.start >= 12 ? Math.max(1, moov.readUInt32BE(sizes.start + 8)) : 1
}

/** A metadata block in a HEIC or AVIF file. A block in several parts is listed once per part. */
export type MetadataItem = { kind: 'exif' | 'xmp'; at: number; length: number }

/** The EXIF and XMP items, by the tables of items and item locations (ISO/IEC 14496-12 §8.11). */
export async function metadataItems(source: ByteSource): Promise<MetadataItem[]> {
  for await (const { type, at, end } of isoBoxes(source))
    if (type === 'meta' && end - at <= boxBytesMax)
      return itemsIn(Buffer.from(await source.read(at, end - at)), at)
  return []
}

function itemsIn(meta: Buffer, metaAt: number): MetadataItem[] {
  const find = (type: string) => descend(meta, metaHead, [type])
  const [info, places, data] = [find('iinf'), find('iloc'), find('idat')]
  if (!info || !places) return []
  const kinds = kindsOfItems(meta, info)
  return placesOfItems(meta, places).flatMap(({ item, method, at, length }) => {
    const kind = kinds.get(item)
    // 0: relative to the file, 1: relative to the item data box.
    const from = method === 0 ? at : method === 1 && data ? metaAt + data.start + at : undefined
    return kind && from !== undefined ? [{ kind, at: from, length }] : []
  })
}

function kindsOfItems(meta: Buffer, { start, end }: Box): Map<number, MetadataItem['kind']> {
  const countBytes = meta[start] === 0 ? 2 : 4
  const kinds = new Map<number, MetadataItem['kind']>()
  for (const entry of boxesIn(meta, start + 4 + countBytes, end)) {
    const version = meta[entry.start]!
    if (entry.type !== 'infe' || version < 2) continue
    const idBytes = version === 2 ? 2 : 4
    const item = meta.readUIntBE(entry.start + 4, idBytes)
    const typeAt = entry.start + 4 + idBytes + 2
    const type = meta.toString('latin1', typeAt, typeAt + 4)
    if (type === 'Exif') kinds.set(item, 'exif')
    // The content type follows the name.
    const [, contentType] = meta.toString('latin1', typeAt + 4, entry.end).split('\0')
    if (type === 'mime' && contentType === 'application/rdf+xml') kinds.set(item, 'xmp')
  }
  return kinds
}

type ItemPlace = { item: number; method: number; at: number; length: number }

function placesOfItems(meta: Buffer, { start, end }: Box): ItemPlace[] {
  const version = meta[start]!
  let at = start + 4
  const read = (bytes: number) => {
    at += bytes
    if (at > end) throw new RangeError('A table ends early.')
    const high = bytes === 8 ? meta.readUInt32BE(at - 8) * 2 ** 32 : 0
    return bytes === 0 ? 0 : high + meta.readUIntBE(at - Math.min(bytes, 4), Math.min(bytes, 4))
  }
  const sizes = read(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const idBytes = version < 2 ? 2 : 4
  const places: ItemPlace[] = []
  for (let left = read(idBytes); left > 0; left--) {
    const item = read(idBytes)
    const method = version === 0 ? 0 : read(2) & 15
    read(2)
    const base = read(baseBytes)
    for (let extents = read(2); extents > 0; extents--) {
      if (places.length >= placesMax) throw new RangeError('A table states too many parts of items.')
      read(indexBytes)
      places.push({ item, method, at: base + read(offsetBytes), length: read(lengthBytes) })
    }
  }
  return places
}
