/** IPTC-IIM 4.2, record 2: data sets, some of which repeat. */
export type Iptc = (dataSet: number) => string[]

const record = 2
const dataSetsMax = 500
/** Photoshop's image resource with IPTC data. */
const iptcResource = 0x0404
const utf8 = '\x1b%G'

/** @param block as in JPEG, TIFF or WebP: plain, or among Photoshop's image resources. */
export function readIptc(block: Buffer): Iptc {
  const bytes = block.toString('latin1', 0, 13) === 'Photoshop 3.0' ? resourceIn(block.subarray(14)) : block
  const found = new Map<number, Buffer[]>()
  let isUtf8 = false
  for (let at = 0, count = 0; bytes[at] === 0x1c && at + 5 <= bytes.length && count < dataSetsMax; count++) {
    const [kind, dataSet] = [bytes[at + 1], bytes[at + 2]!]
    const length = bytes.readUInt16BE(at + 3)
    // An extended data set. None of those read here is that long.
    if (length > 0x7fff || at + 5 + length > bytes.length) break
    const value = bytes.subarray(at + 5, at + 5 + length)
    if (kind === 1 && dataSet === 90) isUtf8 = value.toString('latin1') === utf8
    if (kind === record) found.set(dataSet, [...(found.get(dataSet) ?? []), value])
    at += 5 + length
  }
  const text = (value: Buffer) => (isUtf8 ? value.toString('utf8') : textOf(value))
  return (dataSet) => (found.get(dataSet) ?? []).map(text)
}

/** Text without a declared encoding. Most of it is UTF-8. */
export function textOf(value: Buffer): string {
  const read = value.toString('utf8')
  return read.includes('\ufffd') ? value.toString('latin1') : read
}

/**
 * Finds an image resource: `8BIM`, an ID, a name, a length, and the bytes; each part is padded to an even
 * length.
 */
function resourceIn(bytes: Buffer): Buffer {
  for (let at = 0; at + 12 <= bytes.length && bytes.toString('latin1', at, at + 4) === '8BIM'; ) {
    const id = bytes.readUInt16BE(at + 4)
    const nameLength = (bytes[at + 6]! + 2) & ~1
    const lengthAt = at + 6 + nameLength
    if (lengthAt + 4 > bytes.length) break
    const length = bytes.readUInt32BE(lengthAt)
    if (id === iptcResource) return bytes.subarray(lengthAt + 4, lengthAt + 4 + length)
    at = lengthAt + 4 + length + (length % 2)
  }
  return Buffer.alloc(0)
}
