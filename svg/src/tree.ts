/**
 * A sanitized SVG element. Names are in the SVG namespace, and only the prefixes `xlink:` and `xml:` remain.
 */
export type SvgElement = {
  name: string
  attributes: Map<string, string>
  children: (SvgElement | string)[]
  embedded?: SvgElement
}

export type SvgDocument = {
  root: SvgElement
  /** The number of pages in Inkscape's metadata. 1 if there is none. */
  pageCount: number
  removed: Removed[]
}

export type Removed = { element: string; count: number }

export const isElement = (node: SvgElement | string): node is SvgElement => typeof node !== 'string'

export const childElements = (element: SvgElement) => element.children.filter(isElement)

/** The element and its descendants, in document order. The reader limits the depth. */
export function* descendants(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of childElements(element)) yield* descendants(child)
}

export function parentsIn(root: SvgElement): Map<SvgElement, SvgElement> {
  const parents = new Map<SvgElement, SvgElement>()
  for (const element of descendants(root))
    for (const child of childElements(element)) parents.set(child, element)
  return parents
}

export const textOf = (element: SvgElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('')

/** The link target of an element. `href` without a prefix takes precedence, as in browsers. */
export const hrefOf = ({ attributes }: SvgElement) => attributes.get('href') ?? attributes.get('xlink:href')

/** The ID that an element links to within the document, without `#`. */
export function localTarget(element: SvgElement): string | undefined {
  const href = hrefOf(element)
  return href?.startsWith('#') ? href.slice(1) : undefined
}
