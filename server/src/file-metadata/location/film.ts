import type { ByteSource } from '../../images/byte-source.ts'
import { type IsoBox, isoBoxes } from '../../images/iso-boxes.ts'
import { type EditAt, wiped } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { positionsIn } from './film-positions.ts'
import { xmpWithoutLocation } from './xmp.ts'

/** Boxes whose child boxes can contain locations. */
const containers = new Set(['moov', 'trak', 'udta'])
/** Boxes in user data that contain a location: QuickTime, 3GPP (TS 26.244 §8.8), and GoPro. */
const placeBoxes = new Set(['\xa9xyz', 'loci', 'GPMF'])
/** The metadata of a Canon raw photo (CR3): EXIF directories, the last of which is the GPS directory. */
const canonUuid = '85c0b687820f11e08111f4ce462b6a48'
const canonExif = new Set(['CMT1', 'CMT2', 'CMT3'])
/**
 * The box of an XMP packet in the user data of QuickTime, and Adobe's UUID for it in MP4 (ISO 16684-3 §4.3).
 */
const xmpBox = 'XMP_'
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'
const keysMax = 1_000
/** Maximum number of boxes in a file, at any depth. */
const boxesMax = 20_000
const depthMax = 8
const keyBytesMax = 64 * 1024

/**
/**
 * Edits MP4 and QuickTime files, and raw photos of Canon. A box with a location is renamed to a type that players skip,
 * and the samples of position tracks are overwritten, so all offsets stay valid.
 */
export async function filmLocations(source: ByteSource, edit: EditAt): Promise<void> {
  let boxes = 0
  async function* boxesIn(from: number, to: number) {
    for await (const box of isoBoxes(source, from, to)) {
      if (++boxes > boxesMax) throw new RangeError('A film has too many boxes.')
      yield box
    }
  }

  async function walk(from: number, to: number, depth = 0) {
    for await (const box of boxesIn(from, to)) {
      if (containers.has(box.type)) {
        if (depth < depthMax) await walk(box.start, box.end, depth + 1)
        if (box.type === 'trak')
          for await (const { at, length } of positionsIn(source, box)) await edit(at, length, wiped)
      } else if (box.type === 'CMT4') await edit(box.start, box.end - box.start, wiped)
      else if (canonExif.has(box.type)) await edit(box.start, box.end - box.start, exifWithoutLocation)
      else if (placeBoxes.has(box.type)) await free(box)
      else if (box.type === 'meta') await namedValues(box)
      else if (box.type === xmpBox) await edit(box.start, box.end - box.start, xmpWithoutLocation)
      else if (box.type === 'uuid') {
        const uuid = (await source.read(box.start, 16)).toString('hex')
        const start = box.start + 16
        if (uuid === xmpUuid) await edit(start, box.end - start, xmpWithoutLocation)
        if (uuid === canonUuid && depth < depthMax) await walk(start, box.end, depth + 1)
      }
    }
  }

  const free = ({ at, end }: IsoBox) =>
    edit(at, end - at, (block) => {
      const isLong = block.readUInt32BE(0) === 1
      const head = Buffer.from(block.subarray(0, isLong ? 16 : 8))
      head.write('free', 4, 'latin1')
      return Buffer.concat([head, Buffer.alloc(block.length - head.length)])
    })

  /** Reads a list of values whose names are in another list (QuickTime File Format, "Metadata"). */
  async function namedValues({ start, end }: IsoBox) {
    // In MP4 files, a version and flags come first.
    const [, type] = /^.{4}(hdlr|keys|ilst)/s.exec((await source.read(start, 8)).toString('latin1')) ?? []
    const inner: IsoBox[] = []
    for await (const box of boxesIn(type === undefined ? start + 4 : start, end)) inner.push(box)
    const keys = inner.find((box) => box.type === 'keys')
    const list = inner.find((box) => box.type === 'ilst')
    if (!list) return
    const places = keys ? await placesIn(keys) : new Set<number>()
    for await (const box of boxesIn(list.start, list.end)) {
      const number = Buffer.from(box.type, 'latin1').readUInt32BE(0)
      if (places.has(number) || placeBoxes.has(box.type)) await free(box)
    }
  }

  /** The indexes of keys that name a location, such as `com.apple.quicktime.location.ISO6709`. */
  async function placesIn({ start, end }: IsoBox): Promise<Set<number>> {
    const bytes = await source.read(start, Math.min(end - start, keyBytesMax))
    const found = new Set<number>()
    for (let at = 8, number = 1; at + 8 <= bytes.length && number <= keysMax; number++) {
      const length = bytes.readUInt32BE(at)
      if (length < 8) break
      if (/location|gps/i.test(bytes.toString('latin1', at + 8, at + length))) found.add(number)
      at += length
    }
    return found
  }

  await walk(0, source.size)
}
