import { NotSvgError } from './svg-errors.ts'

/** What Illustrator and older tools write beside UTF-8. */
const encodings: Record<string, string> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/**
 * The text of an XML document: by its byte order mark, else by its declaration, else UTF-8 (XML 1.0 §4.3.3).
 * @throws {NotSvgError} for bytes that are no text in that encoding, and for encodings that nobody uses.
 */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new NotSvgError(`The document is not text in ${encoding.toUpperCase()}.`)
  }
}

function encodingOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'feff') return 'utf-16be'
  if (mark === 'fffe') return 'utf-16le'
  const declared = /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 200),
  )
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8'
  if (encodings[name] === undefined) throw new NotSvgError(`The encoding ${name} is not read here.`)
  return encodings[name]
}
