import { UnsafeSvgError } from './svg-errors.ts'

const entitiesMax = 1_000
/** Maximum number of characters that the entities of a document can add. */
const expandedLengthMax = 1024 * 1024
const depthMax = 16

const declaration = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s[^>]*)\s*>/g

/**
 * The entities that a DOCTYPE declares, each expanded when it is used, because Illustrator names its
 * namespaces this way. Other declarations concern only validation and are ignored. Nothing is fetched.
 * @param standard the entities of XML.
 * @throws {UnsafeSvgError} for too many entities, and if a used entity has no text or expands
 *   too far.
 */
export function declaredEntities(doctype: string, standard: Record<string, string>): Record<string, string> {
  const entities: Record<string, string> = Object.create(standard)
  const start = doctype.indexOf('[')
  if (start < 0) return entities
  const texts = new Map<string, string | undefined>()
  for (const [, name, double, single] of withoutComments(doctype.slice(start)).matchAll(declaration)) {
    // The first declaration takes precedence (XML 1.0 §4.2).
    if (!texts.has(name!)) texts.set(name!, double ?? single)
    if (texts.size > entitiesMax) throw refused()
  }
  const total = { length: 0 }
  for (const name of texts.keys()) {
    if (name in standard) continue
    const get = () => {
      const text = expanded(name, texts, standard, total, 0)
      // The entity's text would have to be parsed again.
      if (text.includes('<')) throw refused()
      return text
    }
    Object.defineProperty(entities, name, { get })
  }
  return entities
}

function expanded(
  name: string,
  texts: Map<string, string | undefined>,
  standard: Record<string, string>,
  total: { length: number },
  depth: number,
): string {
  if (depth > depthMax) throw refused()
  if (name in standard) return standard[name]!
  const text = texts.get(name)
  if (text === undefined) throw refused()
  total.length += text.length
  if (total.length > expandedLengthMax) throw refused()
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[\w:.-]+);/gi, (_, reference: string) =>
    reference.startsWith('#')
      ? characterOf(reference.slice(1))
      : expanded(reference, texts, standard, total, depth + 1),
  )
}

function characterOf(number: string): string {
  const code = number.startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number(number)
  if (
    !/^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(
      String.fromCodePoint(Math.min(code, 0x10ffff)),
    )
  )
    throw refused()
  return String.fromCodePoint(code)
}

function withoutComments(text: string): string {
  let kept = ''
  let at = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    kept += text.slice(at, start)
    const end = text.indexOf('-->', start)
    if (end < 0) return kept
    at = end + 3
  }
  return kept + text.slice(at)
}

const refused = () =>
  new UnsafeSvgError(
    'The entities in the DOCTYPE of the SVG cannot be expanded safely. Export it again as plain SVG; in Illustrator, ' +
      'without «Preserve Illustrator Editing Capabilities».',
  )
