import type { ByteSource } from './byte-source.ts'

/** Facts about AVIF and HEIC files that libvips does not report (ISO/IEC 14496-12, 23000-22). */
export type Heif = {
  /** Code points of ITU-T H.273, if the colors are stated by them. */
  primaries?: number
  transfer?: number
  /** An ICC profile, which comes before the code points. */
  profile?: Buffer
  /** The number of frames of an image sequence. */
  frames: number
  /** Whether the major brand is the brand of an image sequence. */
  isSequence: boolean
}

/** The offset of the major brand in the file. */
export const brandAt = 8

type Box = { type: string; start: number; end: number }

const boxesMax = 1_000
const boxBytesMax = 4 * 1024 ** 2

export async function readHeif(source: ByteSource): Promise<Heif> {
  const found: Heif = { frames: 1, isSequence: false }
  for (let at = 0, count = 0; at + 8 <= source.size && count < boxesMax; count++) {
    const head = await source.read(at, 16)
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const length =
      short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short || source.size - at
    if (length < 8) break
    if (type === 'ftyp' && at === 0)
      found.isSequence = head.toString('latin1', brandAt, brandAt + 4) === 'avis'
    if ((type === 'meta' || type === 'moov') && length <= boxBytesMax) {
      const body = await source.read(at, length)
      if (type === 'meta') Object.assign(found, colorsIn(body))
      else found.frames = samplesIn(body)
    }
    at += length
  }
  return found
}

/** The boxes in a range of a buffer. */
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

/** `meta` has a version and flags before its boxes. */
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

/** The number of samples of the first track. */
function samplesIn(moov: Buffer): number {
  const sizes = descend(moov, 8, ['trak', 'mdia', 'minf', 'stbl', 'stsz'])
  return sizes && sizes.end - sizes.start >= 12 ? Math.max(1, moov.readUInt32BE(sizes.start + 8)) : 1
}
