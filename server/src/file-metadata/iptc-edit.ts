import { resourcesIn } from '../images/image-resources.ts'

const iptcResource = 0x0404
/** Resource with a checksum of the IPTC block, which tells programs whether XMP or IPTC is newer. */
const digestResource = 0x0425
/** Data sets that XMP also contains: title, keywords, creator, credit, copyright and description. */
const repeated: ReadonlySet<number> = new Set([5, 25, 80, 110, 116, 120])

/** Returns an IPTC-IIM block without these data sets of record 2. */
export function iptcWithout(block: Buffer, dataSets: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = []
  let at = 0
  while (at + 5 <= block.length && block[at] === 0x1c) {
    const length = block.readUInt16BE(at + 3)
    // Stops at an extended data set, whose length field has a variable size.
    if (length > 0x7fff) break
    const end = at + 5 + length
    if (end > block.length) break
    if (!(block[at + 1] === 2 && dataSets.has(block[at + 2]!))) kept.push(block.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, block.subarray(at)])
}

/** Returns an IPTC-IIM block without the data sets that XMP also contains. */
export const withoutRepeatedIptc = (block: Buffer): Buffer => iptcWithout(block, repeated)

/** Photoshop's image resources, with their IPTC data reduced to data sets that XMP does not contain. */
export function withoutRepeatedResources(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let done = 0
  for (const { id, at, lengthAt, from, to, end } of resourcesIn(bytes)) {
    if (id !== iptcResource && id !== digestResource) continue
    kept.push(bytes.subarray(done, at))
    if (id === iptcResource)
      kept.push(resource(bytes.subarray(at, lengthAt), withoutRepeatedIptc(bytes.subarray(from, to))))
    done = end
  }
  return Buffer.concat([...kept, bytes.subarray(done)])
}

function resource(head: Buffer, value: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return Buffer.concat([head, length, value, Buffer.alloc(value.length % 2)])
}
