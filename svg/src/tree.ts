/** An SVG as it is kept: names of SVG alone, `xlink:` and `xml:` the only prefixes. */
export type SvgElement = {
  name: string
  attributes: Map<string, string>
  children: (SvgElement | string)[]
  /** The root of the SVG that an image holds. */
  embedded?: SvgElement
}

export type SvgDocument = {
  root: SvgElement
  /** How many pages the document says that it has: Inkscape's; 1 when it says nothing. */
  pageCount: number
}

export const isElement = (node: SvgElement | string): node is SvgElement => typeof node !== 'string'

export const childElements = (element: SvgElement) => element.children.filter(isElement)

/** The element and all in it, in the order of the document. Depth is limited by the reader. */
export function* descendants(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of childElements(element)) yield* descendants(child)
}

/** All text in an element, as it stands. */
export const textOf = (element: SvgElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('')

/** The address of an element: a browser prefers the one without a prefix. */
export const hrefOf = ({ attributes }: SvgElement) => attributes.get('href') ?? attributes.get('xlink:href')

/** Where an element points within the document: `#id` without the sign. */
export function localTarget(element: SvgElement): string | undefined {
  const href = hrefOf(element)
  return href?.startsWith('#') ? href.slice(1) : undefined
}
