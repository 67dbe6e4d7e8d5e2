import { photoshopHead, resourcesIn } from './image-resources.ts'

/** Reads IPTC-IIM 4.2, record 2. Some of its data sets repeat. */
export type Iptc = (dataSet: number) => string[]

const record = 2
const dataSetsMax = 5_000
/** Photoshop's image resource with IPTC data. */
const iptcResource = 0x0404
const utf8 = '\x1b%G'

/** @param block the block as in JPEG, TIFF or WebP, either plain or among Photoshop's image resources. */
export function readIptc(block: Buffer): Iptc {
  const bytes = block.toString('latin1', 0, photoshopHead.length) === photoshopHead ? iptcIn(block) : block
  const found = new Map<number, Buffer[]>()
  let isUtf8 = false
  for (let at = 0, count = 0; bytes[at] === 0x1c && at + 5 <= bytes.length && count < dataSetsMax; count++) {
    const [kind, dataSet] = [bytes[at + 1], bytes[at + 2]!]
    const length = bytes.readUInt16BE(at + 3)
    // An extended data set. None of the data sets that are read here is that long.
    if (length > 0x7fff || at + 5 + length > bytes.length) break
    const value = bytes.subarray(at + 5, at + 5 + length)
    if (kind === 1 && dataSet === 90) isUtf8 = value.toString('latin1') === utf8
    if (kind === record) {
      const values = found.get(dataSet)
      if (values) values.push(value)
      else found.set(dataSet, [value])
    }
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

function iptcIn(resources: Buffer): Buffer {
  for (const { id, from, to } of resourcesIn(resources))
    if (id === iptcResource) return resources.subarray(from, to)
  return Buffer.alloc(0)
}
