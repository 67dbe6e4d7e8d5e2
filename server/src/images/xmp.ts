import { SaxesParser } from 'saxes'

/** Values of properties by namespace and name, as written in the packet. */
export type Xmp = (namespace: keyof typeof namespaces, name: string) => string[]

export const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  rights: 'http://ns.adobe.com/xap/1.0/rights/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  iptc: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  exifEx: 'http://cipa.jp/exif/1.0/',
} as const

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const packetBytesMax = 1024 ** 2
const valuesMax = 20_000
const depthMax = 32

/** Reads an XMP packet (ISO 16684-1). A damaged packet is read up to the damage. */
export function readXmp(packet: Buffer): Xmp {
  const found = new Map<string, string[]>()
  let count = 0
  const add = (uri: string, local: string, value: string) => {
    if (value.trim() === '' || ++count > valuesMax) return
    const values = found.get(uri + local)
    if (values) values.push(value.trim())
    else found.set(uri + local, [value.trim()])
  }
  const text = packet
    .subarray(0, packetBytesMax)
    .toString('utf8')
    .replace(/^[^<]*/, '')
  const parser = new SaxesParser({ xmlns: true, fragment: true, position: false })
  /** The open elements. A value belongs to the nearest element outside the RDF namespace. */
  const stack: { uri: string; local: string; value: string; hasChildren: boolean }[] = []
  let isDamaged = false
  parser.on('error', () => {
    isDamaged = true
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (stack.length >= depthMax) isDamaged = true
    if (isDamaged) return
    const parent = stack.at(-1)
    if (parent) parent.hasChildren = true
    stack.push({ uri, local, value: '', hasChildren: false })
    for (const attribute of Object.values(attributes))
      if (attribute.uri !== '' && attribute.uri !== rdf) add(attribute.uri, attribute.local, attribute.value)
  })
  parser.on('text', (value) => {
    const inner = stack.at(-1)
    if (inner && !isDamaged) inner.value += value
  })
  parser.on('closetag', () => {
    const closed = stack.pop()
    if (isDamaged || !closed || closed.hasChildren) return
    const property = closed.uri === rdf ? stack.findLast(({ uri }) => uri !== rdf) : closed
    if (property) add(property.uri, property.local, closed.value)
  })
  try {
    parser.write(text).close()
  } catch {
    // Values that were read before the damage are kept.
  }
  return (namespace, name) => found.get(namespaces[namespace] + name) ?? []
}
