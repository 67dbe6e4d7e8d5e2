import type { ByteSource } from '../images/byte-source.ts'
import type { Fields } from './fields.ts'
import type { Part } from './parts.ts'
import { xmpPacket } from './xmp-packet.ts'

/** Number of bytes within which the start tag of the root must begin. */
const rootBytesMax = 1024 ** 2

/**
 * An SVG with the fields as XMP in its `metadata` element (SVG 2 §5.10). Stored documents have no such
 * element.
 */
export async function svgWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const head = (await source.read(0, rootBytesMax)).toString('latin1')
  const root = /<svg(?=[\s>/])(?:[^"'>]|"[^"]*"|'[^']*')*?(\/?)>/.exec(head)
  if (!root) throw new Error('The SVG document has no root element.')
  const packet = xmpPacket(fields)
    .toString()
    .replace(/^<\?xpacket.*\?>\n|\n<\?xpacket.*\?>$/g, '')
  const metadata = Buffer.from(`<metadata>${packet}</metadata>`)
  const end = root.index + root[0].length
  // An empty root has no end tag.
  if (root[1] === '/')
    return [
      { from: 0, to: end - 2 },
      Buffer.concat([Buffer.from('>'), metadata, Buffer.from('</svg>')]),
      { from: end, to: source.size },
    ]
  return [{ from: 0, to: end }, metadata, { from: end, to: source.size }]
}
