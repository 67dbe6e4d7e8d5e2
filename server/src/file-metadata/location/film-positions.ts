import type { ByteSource } from '../../images/byte-source.ts'
import { type IsoBox, isoBoxes } from '../../images/iso-boxes.ts'

/** Tracks with the positions of a camera: GoPro, Google's camera motion, and DJI. */
const positionTracks = new Set(['gpmd', 'camm', 'djmd', 'dbgi'])
/** Maximum size of a track's tables, which is enough for days with one sample per second. */
const tableBytesMax = 4 * 1024 ** 2

/**
 * The positions of a track's samples, if the track states positions, with one range for each chunk (ISO/IEC
 * 14496-12 §8.7).
 */
export async function* positionsIn(
  source: ByteSource,
  track: IsoBox,
): AsyncGenerator<{ at: number; length: number }> {
  const samples = await boxAt(source, track, ['mdia', 'minf', 'stbl'])
  if (!samples) return
  const tables = new Map<string, IsoBox>()
  for await (const box of isoBoxes(source, samples.start, samples.end)) tables.set(box.type, box)
  const description = tables.get('stsd')
  if (!description) return
  // The type follows the version, the count, and the length of the first description.
  const type = (await source.read(description.start + 12, 4)).toString('latin1')
  if (!positionTracks.has(type)) return
  const table = async (name: string) => {
    const box = tables.get(name)
    if (!box) return undefined
    if (box.end - box.start > tableBytesMax) throw new RangeError('A film has too many samples.')
    return Buffer.from(await source.read(box.start, box.end - box.start))
  }
  const [sizes, runs] = [await table('stsz'), await table('stsc')]
  const offsets = (await table('stco')) ?? (await table('co64'))
  if (!sizes || !runs || !offsets) return
  yield* chunksOf(sizes, runs, placesIn(offsets, tables.has('stco')))
}

async function boxAt(source: ByteSource, from: IsoBox, path: readonly string[]): Promise<IsoBox | undefined> {
  let at: IsoBox | undefined = from
  for (const name of path) {
    let found: IsoBox | undefined
    if (at)
      for await (const box of isoBoxes(source, at.start, at.end))
        if (box.type === name) {
          found = box
          break
        }
    at = found
  }
  return at
}

/** @param isShort whether offsets have 32 bits. */
function placesIn(table: Buffer, isShort: boolean): number[] {
  const bytes = isShort ? 4 : 8
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / bytes))
  return Array.from({ length: count }, (_, index) =>
    isShort ? table.readUInt32BE(8 + index * 4) : Number(table.readBigUInt64BE(8 + index * 8)),
  )
}

/** @param runs the number of samples per chunk, starting at each chunk. */
function* chunksOf(sizes: Buffer, runs: Buffer, places: readonly number[]) {
  const sameSize = sizes.readUInt32BE(4)
  const count = sizes.readUInt32BE(8)
  const sizeOf = (sample: number) => sameSize || sizes.readUInt32BE(12 + sample * 4)
  const runsCount = Math.min(runs.readUInt32BE(4), Math.floor((runs.length - 8) / 12))
  let [run, sample] = [0, 0]
  for (const [chunk, at] of places.entries()) {
    // Chunks are numbered from one.
    while (run + 1 < runsCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run++
    const samples = Math.min(runsCount > 0 ? runs.readUInt32BE(12 + run * 12) : 0, count - sample)
    let length = 0
    if (sameSize > 0) length = sameSize * samples
    else for (let index = 0; index < samples; index++) length += sizeOf(sample + index)
    sample += samples
    if (length > 0) yield { at, length }
  }
}
