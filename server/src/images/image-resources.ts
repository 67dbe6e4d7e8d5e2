/** An image resource block of Photoshop, without its header. `to` is exclusive. */
export type ImageResource = {
  id: number
  at: number
  lengthAt: number
  from: number
  to: number
  end: number
}

/** The prefix of resources in a JPEG segment, since Photoshop 3.0. */
export const photoshopHead = 'Photoshop 3.0\0'

const headBytes = 12
const resourcesMax = 10_000
const even = (size: number) => size + (size & 1)

/**
 * Reads image resource blocks (Adobe Photoshop File Formats Specification) up to the first damage: `8BIM`, an ID, a
 * name, a length and the bytes. Name and bytes are padded to an even length. The last value may be truncated.
 */
export function* resourcesIn(bytes: Buffer): Generator<ImageResource> {
  let at = bytes.toString('latin1', 0, photoshopHead.length) === photoshopHead ? photoshopHead.length : 0
  for (let count = 0; at + headBytes <= bytes.length && count < resourcesMax; count++) {
    if (bytes.toString('latin1', at, at + 4) !== '8BIM') return
    const lengthAt = at + 6 + even(1 + bytes[at + 6]!)
    const from = lengthAt + 4
    if (from > bytes.length) return
    const length = bytes.readUInt32BE(lengthAt)
    const to = Math.min(bytes.length, from + length)
    const end = Math.min(bytes.length, from + even(length))
    yield { id: bytes.readUInt16BE(at + 4), at, lengthAt, from, to, end }
    at = from + even(length)
  }
}
