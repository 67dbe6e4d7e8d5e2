import { cleanDeclarations, cleanValue } from './svg-css.ts'
import { type CustomProperties, withoutVariables } from './svg-css-variables.ts'
import { type Embedded, readEmbedded } from './svg-embedded.ts'
import { UnsafeSvgError } from './svg-errors.ts'
import type { RemovalCounter } from './svg-removed.ts'
import { annotation, attributes, plainText } from './svg-vocabulary.ts'

export type RawAttribute = { uri: string; local: string; value: string }

const xlink = 'http://www.w3.org/1999/xlink'
const xml = 'http://www.w3.org/XML/1998/namespace'
const inkscape = 'http://www.inkscape.org/namespaces/inkscape'
const serif = 'http://www.serif.com/'

/**
 * Whether an attribute contains the name of a layer, which design tools store separately if it is not a valid
 * ID (docs/templates.md).
 */
const layerName = (uri: string, local: string) =>
  (uri === inkscape && local === 'label') || (uri === serif && local === 'id')

/**
 * Called for each embedded image.
 * @returns its URL in the sanitized document, or undefined to remove the image.
 */
export type OnImage = (image: Embedded) => string | undefined

/**
 * The values that the CSS parser has read from a document, and the removed parts. Repeated attributes are
 * checked once.
 */
export type Judged = { values: Map<string, string>; letters: number; removed: RemovalCounter }

/** The state of a document that the cleaning of attributes needs. */
export type DocumentContext = { judged: Judged; properties: CustomProperties; onImage: OnImage }

/**
 * Maximum number of characters in all distinct styles of a document, because the parser takes one to three
 * seconds for a million.
 */
const stylesLengthMax = 2 * 1024 * 1024

/** @throws {UnsafeSvgError} when a document has more styles than the limit. */
export function countStyle(judged: Judged, css: string): void {
  judged.letters += css.length
  if (judged.letters > stylesLengthMax)
    throw new UnsafeSvgError(`The styles of an SVG must not be longer than ${stylesLengthMax} characters.`)
}

/**
 * The safe attributes of an element, by their names in the sanitized document. A layer name in a namespace of
 * Inkscape or Affinity is kept as `data-name`, as Illustrator writes it.
 */
export function cleanAttributes(
  element: string,
  raw: Iterable<RawAttribute>,
  { judged, properties, onImage }: DocumentContext,
): Map<string, string> {
  const kept = new Map<string, string>()
  let name: string | undefined
  for (const { uri, local, value } of raw) {
    if (local === 'href' && (uri === '' || uri === xlink)) {
      const href = cleanHref(element, value, onImage)
      if (href !== undefined) kept.set(uri === xlink ? 'xlink:href' : 'href', href)
      else if (value.trim() !== '') judged.removed.note(element === 'image' ? 'image' : 'href')
    } else if (uri === xml && (local === 'space' || local === 'lang')) {
      kept.set(`xml:${local}`, value)
    } else if (layerName(uri, local)) {
      name = value
    } else if (uri === '' && (attributes.has(local) || annotation.test(local))) {
      const clean = judge(local, withoutVariables(value, properties), judged)
      if (clean !== '' || value === '') kept.set(local, clean)
    } else if (uri === '' && /^on[a-z]/.test(local)) {
      judged.removed.note('on*')
    }
  }
  if (name !== undefined && !kept.has('data-name')) kept.set('data-name', name)
  return kept
}

/**
 * Only references within the document and embedded images are kept, so that nothing is fetched, and no link
 * leads outside.
 */
function cleanHref(element: string, href: string, onImage: OnImage): string | undefined {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return trimmed
  if (element !== 'image' && element !== 'feImage') return undefined
  const image = readEmbedded(trimmed)
  return image && onImage(image)
}

const transform = /^(?:[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s,.eE+-]*\))*\s*$/

/** Returns the value if it is safe, and otherwise an empty string. */
function judge(name: string, value: string, judged: Judged): string {
  if (name !== 'style' && (isPlain(name, value) || transform.test(value))) return value
  const key = `${name === 'style' ? 's' : 'v'}${value}`
  const known = judged.values.get(key)
  if (known !== undefined) return known
  countStyle(judged, value)
  const clean = name === 'style' ? cleanDeclarations(value) : cleanValue(value)
  judged.values.set(key, clean)
  return clean
}

/**
 * Only values that can contain a function need a parser: values with brackets, or with an escape or comment
 * that hides them.
 */
const isPlain = (name: string, value: string) =>
  plainText.has(name) || annotation.test(name) || !/[(\\]|\/\*/.test(value)
