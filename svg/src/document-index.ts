import { hexOf } from './colors.ts'
import { keysOf, localUrls, ownDeclarations, readSheets, type Sheets } from './styles.ts'
import { descendants, localTarget, parentsIn, type SvgElement } from './tree.ts'

/** A document with an index for queries about its elements: their ancestors, and the rules of its sheets. */
export type SvgIndex = {
  byId: ReadonlyMap<string, SvgElement>
  parents: ReadonlyMap<SvgElement, SvgElement>
  sheets: Sheets
  /** Caches results, because `paintOf` visits the ancestors of every shape. */
  paints: Record<Paintable, Map<SvgElement, Paint>>
}

type Paintable = 'fill' | 'stroke' | 'color'

/** The paint of a shape: a color, the ID of an element, or none. */
export type Paint = { color: string } | { id: string } | undefined

export function indexSvg(root: SvgElement): SvgIndex {
  const byId = new Map<string, SvgElement>()
  for (const element of descendants(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const paints = { fill: new Map(), stroke: new Map(), color: new Map() }
  return { byId, parents: parentsIn(root), sheets: readSheets(root), paints }
}

export const linked = ({ byId }: SvgIndex, element: SvgElement) => byId.get(localTarget(element) ?? '')

/**
 * The paint of the nearest ancestor that sets a paint. Figma writes a color twice, the second time for wide
 * gamuts. The first color is used.
 */
export function paintOf(index: SvgIndex, element: SvgElement, property: Paintable): Paint {
  const known = index.paints[property]
  if (known.has(element)) return known.get(element)
  const own = ownPaint(index, element, property)
  const parent = index.parents.get(element)
  const standard: Paint = property === 'fill' ? { color: '#000000' } : undefined
  const paint = own !== 'inherited' ? own : parent ? paintOf(index, parent, property) : standard
  known.set(element, paint)
  return paint
}

function ownPaint(index: SvgIndex, element: SvgElement, property: Paintable): Paint | 'inherited' {
  for (const value of declared(index, element, property).reverse()) {
    if (value === 'none') return undefined
    if (value.toLowerCase() === 'currentcolor') {
      // As the value of `color`, `currentColor` means the inherited color (CSS Color 4 §6.3).
      if (property === 'color') return 'inherited'
      return paintOf(index, element, 'color')
    }
    const [id] = localUrls(value)
    if (id !== undefined) return { id }
    const color = hexOf(value)
    if (color !== null) return { color }
  }
  return 'inherited'
}

/**
 * The declarations of a property for this element alone, in ascending precedence: its attribute, the sheets
 * (CSS 2.1 §6.4), its own style. Selectors with several parts are ignored.
 */
export function declared({ sheets }: SvgIndex, element: SvgElement, property: string): string[] {
  const attribute = element.attributes.get(property)
  const bySheets = keysOf(element).map((key) => sheets.plain.get(key)?.get(property))
  const own = ownDeclarations(element).filter(([name]) => name === property)
  return [attribute, ...bySheets, ...own.map(([, value]) => value)].filter((value) => value !== undefined)
}
