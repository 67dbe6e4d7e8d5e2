import type { ByteSource } from './byte-source.ts'

/**
 * A box of an ISO base media file (ISO/IEC 14496-12 §4.2). `start` is the offset after its header, and `end`
 * is exclusive.
 */
export type IsoBox = { type: string; at: number; start: number; end: number }

const boxesMax = 1_000

/** The boxes in a range, without their children. A box that exceeds the range is cut off at its end. */
export async function* isoBoxes(source: ByteSource, from = 0, to = source.size): AsyncGenerator<IsoBox> {
  for (let at = from, count = 0; at + 8 <= to && count < boxesMax; count++) {
    const head = await source.read(at, 16)
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    // A length of zero means up to the end.
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short || to - at
    const start = at + (isLong ? 16 : 8)
    if (length < start - at) return
    const end = Math.min(to, at + length)
    yield { type: head.toString('latin1', 4, 8), at, start, end }
    at = end
  }
}
