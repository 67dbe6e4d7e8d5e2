const iptcResource = 0x0404
/** A checksum of the IPTC block, by which programs tell whether XMP or IPTC is newer. */
const digestResource = 0x0425
const photoshopHead = 'Photoshop 3.0\0'
/** Title, keywords, creator, credit, copyright and description, which XMP states as well. */
const repeated = new Set([5, 25, 80, 110, 116, 120])

/** An IPTC-IIM block without the data sets that XMP states as well. */
export function withoutRepeatedIptc(block: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 0
  while (at + 5 <= block.length && block[at] === 0x1c) {
    const length = block.readUInt16BE(at + 3)
    // An extended data set: its length has a length.
    if (length > 0x7fff) break
    const end = at + 5 + length
    if (end > block.length) break
    if (!(block[at + 1] === 2 && repeated.has(block[at + 2]!))) kept.push(block.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, block.subarray(at)])
}

/** Photoshop's image resources with their IPTC data without what XMP states as well. */
export function withoutRepeatedResources(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, photoshopHead.length) === photoshopHead ? photoshopHead.length : 0
  const kept = [bytes.subarray(0, head)]
  let at = head
  while (at + 12 <= bytes.length && bytes.toString('latin1', at, at + 4) === '8BIM') {
    const id = bytes.readUInt16BE(at + 4)
    const lengthAt = at + 6 + ((bytes[at + 6]! + 2) & ~1)
    if (lengthAt + 4 > bytes.length) break
    const length = bytes.readUInt32BE(lengthAt)
    const end = Math.min(bytes.length, lengthAt + 4 + length + (length % 2))
    const value = bytes.subarray(lengthAt + 4, Math.min(end, lengthAt + 4 + length))
    if (id === iptcResource) kept.push(resource(bytes.subarray(at, lengthAt), withoutRepeatedIptc(value)))
    else if (id !== digestResource) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

function resource(head: Buffer, value: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return Buffer.concat([head, length, value, Buffer.alloc(value.length % 2)])
}
