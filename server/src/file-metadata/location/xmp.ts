import { SaxesParser } from 'saxes'
import { namespaces } from '../../images/xmp.ts'

/**
 * Matches names of properties that can contain a location. A packet without any such name is not parsed. GPS
 * properties come from EXIF, drones and other programs, in any namespace.
 */
const mayState =
  /[\s<:](?:gps[\w.-]*|City|State|Country|CountryCode|Location|LocationCreated|LocationShown|Sublocation|shotLocation)[\s=>/]/i

const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/'
const dynamicMedia = 'http://ns.adobe.com/xmp/1.0/DynamicMedia/'

const places = new Set([
  ...['City', 'State', 'Country'].map((name) => namespaces.photoshop + name),
  ...['Location', 'CountryCode'].map((name) => namespaces.iptc + name),
  ...['LocationCreated', 'LocationShown', 'City', 'CountryCode', 'Sublocation'].map(
    (name) => extension + name,
  ),
  `${dynamicMedia}shotLocation`,
])

/**
 * Maximum size of a parsed packet. A larger packet is blanked as a whole, because parsing it would block the server.
 */
const parsedBytesMax = 256 * 1024
const space = 0x20

type Range = { from: number; to: number }

/**
 * Copies an XMP packet (ISO 16684-1) and replaces its location properties with spaces of the same length. An unreadable
 * packet becomes blank. Undefined if the packet has no location.
 */
export function xmpWithoutLocation(packet: Buffer): Buffer | undefined {
  // Detects UTF-16 and UTF-32 by zero bytes, because names are ASCII.
  const isWide = packet.includes(0) && /\0<|<\0/.test(packet.toString('latin1'))
  const text = packet.toString('latin1')
  if (!mayState.test(isWide ? text.replaceAll('\0', '') : text)) return undefined
  if (isWide || packet.length > parsedBytesMax) return Buffer.alloc(packet.length, space)
  const found = locationsIn(text)
  if (!found) return Buffer.alloc(packet.length, space)
  if (found.length === 0) return undefined
  const bytes = Buffer.from(packet)
  for (const { from, to } of found) bytes.fill(space, from, to)
  return bytes
}

/** @param text one character per byte. @returns undefined for a damaged packet. */
function locationsIn(text: string): Range[] | undefined {
  const start = text.indexOf('<')
  const end = text.lastIndexOf('>') + 1
  if (start === -1 || end <= start) return []
  const xml = text.slice(start, end)
  const parser = new SaxesParser({ xmlns: true, fragment: true })
  const found: Range[] = []
  let depth = 0
  let inside: { depth: number; from: number } | undefined
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth++
    if (inside) return
    const from = xml.lastIndexOf('<', parser.position - 1)
    if (isLocation(uri, local)) {
      inside = { depth, from }
      return
    }
    const named = Object.values(attributes).filter(({ uri, local }) => isLocation(uri, local))
    if (named.length === 0) return
    const ranges = attributesIn(xml.slice(from, parser.position))
    for (const { name } of named) {
      const range = ranges.get(name)
      if (range) found.push({ from: from + range.from, to: from + range.to })
    }
  })
  parser.on('closetag', () => {
    if (inside?.depth === depth) {
      found.push({ from: inside.from, to: parser.position })
      inside = undefined
    }
    depth--
  })
  try {
    parser.write(xml).close()
  } catch {
    return undefined
  }
  return found.map(({ from, to }) => ({ from: start + from, to: start + to }))
}

const isLocation = (uri: string, local: string) => places.has(uri + local) || /^gps/i.test(local)

/**
 * Reads the attributes of a tag by name in one pass, because a tag can have thousands. The pattern requires a space
 * before each name. Otherwise, a long name without a value, such as the name of the tag, would be tried at each letter.
 */
function attributesIn(tag: string): Map<string, Range> {
  const ranges = new Map<string, Range>()
  for (const found of tag.matchAll(/\s([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g))
    ranges.set(found[1]!, { from: found.index + 1, to: found.index + found[0].length })
  return ranges
}
