import { cleanDeclarations, cleanValue } from './svg-css.ts'
import { type CustomProperties, withoutVariables } from './svg-css-variables.ts'
import { type Embedded, readEmbedded } from './svg-embedded.ts'
import { UnsafeSvgError } from './svg-errors.ts'
import { annotation, attributes, plainText } from './svg-vocabulary.ts'

/** An attribute as the XML reader gives it. */
export type RawAttribute = { uri: string; local: string; value: string }

const xlink = 'http://www.w3.org/1999/xlink'
const xml = 'http://www.w3.org/XML/1998/namespace'
const inkscape = 'http://www.inkscape.org/namespaces/inkscape'
const serif = 'http://www.serif.com/'

/** Where a design tool keeps the name of a layer when the id could not take it (docs/templates.md). */
const layerName = (uri: string, local: string) =>
  (uri === inkscape && local === 'label') || (uri === serif && local === 'id')

/** Is given each picture that a document holds. @returns its address in the cleaned document, or undefined to drop it. */
export type OnImage = (image: Embedded) => string | undefined

/** What the parser of styles has read of a document. Attributes that repeat are judged once. */
export type Judged = { values: Map<string, string>; letters: number }

/** What a document says that concerns the attributes of its elements. */
export type DocumentContext = { judged: Judged; properties: CustomProperties; onImage: OnImage }

/** Of all styles of a document that differ, in characters: the parser reads a million in one to three seconds. */
const stylesLengthMax = 2 * 1024 * 1024

/** @throws {UnsafeSvgError} when a document has more styles than anybody writes. */
export function countStyle(judged: Judged, css: string): void {
  judged.letters += css.length
  if (judged.letters > stylesLengthMax)
    throw new UnsafeSvgError(`The styles of an SVG must not be longer than ${stylesLengthMax} characters.`)
}

/**
 * The attributes of an element that are safe, by their names in the cleaned document. A layer's name that Inkscape
 * or Affinity keep in a namespace of theirs stays as `data-name`, as Illustrator writes it.
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
    } else if (uri === xml && (local === 'space' || local === 'lang')) {
      kept.set(`xml:${local}`, value)
    } else if (layerName(uri, local)) {
      name = value
    } else if (uri === '' && (attributes.has(local) || annotation.test(local))) {
      const clean = judge(local, withoutVariables(value, properties), judged)
      if (clean !== '' || value === '') kept.set(local, clean)
    }
  }
  if (name !== undefined && !kept.has('data-name')) kept.set('data-name', name)
  return kept
}

/** Parts of the document, and pictures that it holds: nothing is fetched, and no link leads out. */
function cleanHref(element: string, href: string, onImage: OnImage): string | undefined {
  const trimmed = href.trim()
  if (trimmed.startsWith('#')) return trimmed
  if (element !== 'image' && element !== 'feImage') return undefined
  const image = readEmbedded(trimmed)
  return image && onImage(image)
}

const transform = /^(?:[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s,.eE+-]*\))*\s*$/

/** The value as it may stay; empty when none of it may. */
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

/** Only what can call something needs a parser: a function, or an escape or comment that hides one. */
const isPlain = (name: string, value: string) =>
  plainText.has(name) || annotation.test(name) || !/[(\\]|\/\*/.test(value)
