import { gunzipSync } from 'node:zlib'
import { svgBytesMax } from './limits.ts'
import { NotSvgError, UnsafeSvgError } from './svg-errors.ts'

/**
 * Decompresses an `.svgz`. Other documents are returned unchanged.
 * @throws {UnsafeSvgError} if the document is larger than an SVG can be, {@link NotSvgError} if it is
 * damaged.
 */
export function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: svgBytesMax })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new UnsafeSvgError(`An SVG must not be larger than ${svgBytesMax / 1024 ** 2} MB, unpacked.`)
    throw new NotSvgError('The compressed document is damaged.')
  }
}

/**
 * The text of an XML document, decoded by its byte order mark, otherwise by its declaration, otherwise as
 * UTF-8 (XML 1.0 §4.3.3).
 * @throws {NotSvgError} for bytes that are invalid in that encoding, and for unsupported encodings.
 */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  const decoder = decoderOf(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new NotSvgError(`The document is not valid ${encoding.toUpperCase()} text.`)
  }
}

/** Supports all encodings of the web (WHATWG Encoding). */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new NotSvgError(`The encoding ${encoding} is not supported.`)
  }
}

/** The first bytes of a document in UTF-16, which are its byte order mark, or `<` and another character. */
const wide: Record<string, string> = {
  feff: 'utf-16be',
  fffe: 'utf-16le',
  '003c': 'utf-16be',
  '3c00': 'utf-16le',
}

function encodingOf(bytes: Buffer): string {
  const found = wide[bytes.toString('hex', 0, 2)]
  if (found !== undefined) return found
  if (bytes.toString('hex', 0, 3) === 'efbbbf') return 'utf-8'
  const declared = /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 200),
  )
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8'
  // The document was converted by a tool that left the declaration: UTF-16 would have a zero in the first two
  // bytes.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/.test(name) ? 'utf-8' : name
}
