import { SaxesParser } from 'saxes'
import { namespaces } from '../images/xmp.ts'
import type { Fields } from './fields.ts'
import { type Blocks, withWholeTexts } from './unchanged.ts'

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const x = 'adobe:ns:meta/'
/**
 * Maximum size of a packet that is merged. A larger packet is replaced, because merging it would block the
 * server.
 */
export const mergedBytesMax = 256 * 1024
/** Maximum length of the kept part, including namespaces that several elements need. */
const keptLengthMax = 2 * mergedBytesMax
const depthMax = 64

/** The properties that are written, as [namespace, name]. */
const written = {
  title: ['dc', 'title'],
  description: ['dc', 'description'],
  keywords: ['dc', 'subject'],
  creators: ['dc', 'creator'],
  copyright: ['dc', 'rights'],
  credit: ['photoshop', 'Credit'],
  usageTerms: ['rights', 'UsageTerms'],
  altText: ['iptc', 'AltTextAccessibility'],
  rightsExpireAt: ['plus', 'LicenseEndDate'],
} as const satisfies Record<keyof Fields, readonly [keyof typeof namespaces, string]>

const prefixes: Partial<Record<keyof typeof namespaces, string>> = {
  rights: 'xmpRights',
  iptc: 'Iptc4xmpCore',
}

const writtenBut = (same: ReadonlySet<keyof Fields>): Set<string> =>
  new Set(
    (Object.keys(written) as (keyof Fields)[])
      .filter((field) => !same.has(field))
      .map((field) => namespaces[written[field][0]] + written[field][1]),
  )

const without = (fields: Fields, same: ReadonlySet<keyof Fields>): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !same.has(field as keyof Fields)))

/**
 * Creates an XMP packet (ISO 16684-1) with these fields. Other properties of an existing packet are kept.
 * @param blocks the metadata of the file, from which unchanged fields keep their full text.
 */
export function xmpPacket(asked: Fields, blocks: Blocks = {}): Buffer {
  const existing = blocks.xmp && blocks.xmp.length <= mergedBytesMax ? blocks.xmp : undefined
  const { fields, same } = withWholeTexts(asked, { ...blocks, xmp: existing })
  // A damaged packet is replaced.
  const inner = existing ? kept(existing, same) : ''
  const left = inner === '' ? fields : without(fields, same)
  return Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="${x}">` +
      `<rdf:RDF xmlns:rdf="${rdf}">${inner}${descriptionOf(left)}</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`,
  )
}

function descriptionOf(fields: Partial<Fields>): string {
  const used = new Set<keyof typeof namespaces>()
  const properties = Object.entries(written).flatMap(([field, [namespace, name]]) => {
    const value = fields[field as keyof Fields]
    if (value === undefined || value.length === 0) return []
    used.add(namespace)
    const tag = `${prefixes[namespace] ?? namespace}:${name}`
    return `<${tag}>${propertyValue(field as keyof Fields, value)}</${tag}>`
  })
  const declared = [...used].map((name) => ` xmlns:${prefixes[name] ?? name}="${namespaces[name]}"`)
  return properties.length === 0
    ? ''
    : `<rdf:Description rdf:about=""${declared.join('')}>${properties.join('')}</rdf:Description>`
}

/** Formats a value. Texts have one language, keywords have no order, and creators keep their order. */
function propertyValue(field: keyof Fields, value: string | string[]): string {
  const items = (list: string[]) => list.map((text) => `<rdf:li>${escaped(text)}</rdf:li>`).join('')
  if (Array.isArray(value))
    return field === 'creators' ? `<rdf:Seq>${items(value)}</rdf:Seq>` : `<rdf:Bag>${items(value)}</rdf:Bag>`
  if (field === 'credit' || field === 'rightsExpireAt') return escaped(value)
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt>`
}

/** Escapes text and removes characters that XML cannot contain. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

type Attribute = { uri: string; local: string; name: string; value: string }

/** The descriptions of a packet, without the replaced properties. Empty for a damaged packet. */
function kept(packet: Buffer, same: ReadonlySet<keyof Fields>): string {
  const isWritten = writtenBut(same)
  const text = packet.toString('utf8').replace(/^[^<]*/, '')
  const parser = new SaxesParser({ xmlns: true, fragment: true, position: false })
  let output = ''
  /** Open elements in the RDF element. The first element is a description. */
  const open: string[] = []
  let isInside = false
  let skipped = 0
  let depth = 0
  /** Errors end the parser. */
  const add = (part: string) => {
    if (output.length + part.length > keptLengthMax) throw new RangeError('The packet is too large.')
    output += part
  }
  /** Namespaces that are declared outside the descriptions. */
  const outer: Record<string, string> = {}
  parser.on('opentag', ({ uri, local, name, attributes, ns }) => {
    if (++depth > depthMax) throw new RangeError('The packet is nested too deeply.')
    if (!isInside) {
      isInside = uri === rdf && local === 'RDF'
      Object.assign(outer, ns)
      return
    }
    if (skipped > 0 || (open.length === 1 && isWritten.has(uri + local))) {
      skipped++
      return
    }
    const isDescription = open.length === 0
    const own = (Object.values(attributes) as Attribute[]).filter(
      (attribute) => !(isDescription && isWritten.has(attribute.uri + attribute.local)),
    )
    const declared = new Set(own.map(({ name }) => name))
    const added = Object.entries(isDescription ? outer : {})
      .map(([prefix, value]) => ({ name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value }))
      .filter((attribute) => !declared.has(attribute.name))
    const written = [...added, ...own].map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    add(`<${name}${written.join('')}>`)
    open.push(name)
  })
  parser.on('text', (value) => {
    if (open.length > 0 && skipped === 0) add(escaped(value))
  })
  parser.on('closetag', () => {
    depth--
    if (skipped > 0) skipped--
    else if (open.length > 0) add(`</${open.pop()}>`)
    else isInside = false
  })
  try {
    parser.write(text).close()
  } catch {
    return ''
  }
  return output
}
