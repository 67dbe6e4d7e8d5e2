import { canvasOf } from '@atelier/svg/geometry'
import {
  keysOf,
  ownDeclarations,
  type Reference,
  readSheets,
  referencesIn,
  type Sheets,
} from '@atelier/svg/styles'
import { childElements, descendants, localTarget, type SvgElement } from '@atelier/svg/tree'
import { drawingBudget } from './budget.ts'
import { drawingPixels } from './limits.ts'
import {
  add,
  addFilter,
  addMask,
  addPaint,
  addStyle,
  dashLengthOf,
  matchingMs,
  ownWork,
  type Work,
} from './svg-cost.ts'
import { UnsafeSvgError } from './svg-errors.ts'
import { inheritedReferences, plainText, properties } from './svg-vocabulary.ts'

/**
 * Number of drawn elements when every reference is followed. A renderer draws a million in about a second.
 */
const drawnMax = 1_000_000
const chainMax = 64
/** Characters of path data per corner, at which markers are drawn. */
const lettersPerCorner = 4

/** Maximum number of layers. Each layer is as large as the canvas: 10 MB at the largest standard size. */
const layersMax = 24
/**
 * The factor by which an estimate can exceed the budget. A larger excess is not due to the estimate's
 * inaccuracy.
 */
const estimateFactor = 2

type Cost = { drawn: number; chain: number; work: Work }

/** Elements that are drawn only if another element references them. */
const onlyByReference = new Set('defs symbol mask pattern marker clipPath filter'.split(' '))

/**
 * A few nested references can draw a billion elements (`use` of `use`, patterns in patterns), a circular reference
 * never ends, and a chain of masks that are each used twice fills the canvas a million times. This function detects
 * them by adding up costs without drawing. Unknown quantities (which selectors match, how many corners a line has) are
 * overestimated.
 * @param documentBytes a long document can cost more than a short document.
 * @throws {UnsafeSvgError}
 */
export function assertBounded(root: SvgElement, documentBytes: number): void {
  const { work } = costOfDocument(root)
  const seconds = (work.fixedMs + work.outlineMs + work.areaMs) / 1000
  const secondsMax = drawingBudget(documentBytes, drawingPixels, 0).cpuSeconds * estimateFactor
  if (seconds > secondsMax)
    throw new UnsafeSvgError(
      'The SVG takes too long to render. Use fewer masks, filters, blend modes, gradients, dashes, crossing lines, long curves, CSS rules or copies.',
    )
  if (work.layers > layersMax)
    throw new UnsafeSvgError(`An SVG must not nest more than ${layersMax} masks, filters or opacities.`)
}

function costOfDocument(root: SvgElement): Cost {
  const byId = new Map<string, SvgElement>()
  for (const element of descendants(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const sheets = readSheets(root)
  const references = referencesOfSheets(sheets, byId)
  const canvas = canvasOf(root)
  const costs = new Map<SvgElement, Cost | 'open'>()
  const timesOf = inheritance()
  let followed = 0

  const costOf = (element: SvgElement, links: number, dashesAround: number): Cost => {
    const known = costs.get(element)
    if (known === 'open') throw new UnsafeSvgError('An element of an SVG must not refer to itself.')
    if (known) return known
    if (links > chainMax) throw tooLong()
    costs.set(element, 'open')
    const dashes = dashLengthOf(element, sheets) ?? dashesAround
    const work = ownWork(element, canvas, dashes)
    const cost = { drawn: 1, chain: 0, work }
    const count = ({ drawn, chain }: Pick<Cost, 'drawn' | 'chain'>, times: number) => {
      cost.drawn += drawn * times
      cost.chain = Math.max(cost.chain, chain)
      if (cost.drawn > drawnMax)
        throw new UnsafeSvgError(`An SVG must not draw more than ${drawnMax} elements through references.`)
    }
    for (const child of childElements(element)) {
      const of = costOf(child, links, dashes)
      count(of, 1)
      if (!onlyByReference.has(child.name)) add(work, of.work)
    }
    if (element.embedded) {
      const of = costOfDocument(element.embedded)
      count(of, 1)
      add(work, scaledTo(element, of.work, work.area))
    }
    for (const { property, id } of referencesOf(element, references)) {
      const target = byId.get(id)
      if (!target) continue
      followed += 1
      if (followed > drawnMax) throw new UnsafeSvgError('An SVG must not have this many references.')
      const of = costOf(target, links + 1, dashes)
      if (of.chain + 1 > chainMax) throw tooLong()
      const times = timesOf(property, element)
      count({ drawn: of.drawn, chain: of.chain + 1 }, times)
      add(work, of.work, times)
      if (property === 'fill' || property === 'stroke') addPaint(work, target, times)
      else if (property === 'mask' && target.name === 'mask') addMask(work)
      else if (property === 'filter' && target.name === 'filter') addFilter(work, target, canvas)
    }
    addStyle(work, element, sheets)
    costs.set(element, cost)
    return cost
  }
  const cost = costOf(root, 0, 0)
  cost.work.fixedMs += matchingMs(root, sheets)
  return cost
}

/** An image covers a part of the canvas. Without a stated size, it may cover all of it. */
function scaledTo({ attributes }: SvgElement, of: Work, area: number): Work {
  const part = attributes.has('width') && attributes.has('height') ? area : 1
  return { ...of, areaMs: of.areaMs * part, area: of.area * part }
}

const tooLong = () => new UnsafeSvgError(`An SVG must not have more than ${chainMax} chained references.`)

type SheetReferences = Map<string, Reference[]>

/** Each existing target once. Repeated references are counted when they are followed. */
function referencesOfSheets({ references }: Sheets, byId: Map<string, SvgElement>): SheetReferences {
  const once = (all: Reference[]) => [
    ...new Map(all.map((one) => [`${one.property} ${one.id}`, one])).values(),
  ]
  return new Map([...references].map(([key, found]) => [key, once(found.filter(({ id }) => byId.has(id)))]))
}

/** All elements that this element draws by reference. Links are not drawn, and gradients only link. */
function referencesOf(element: SvgElement, sheets: SheetReferences): Reference[] {
  const { name, attributes } = element
  const target = name === 'a' ? undefined : localTarget(element)
  const found = target === undefined ? [] : [{ property: 'href', id: target }]
  if (/Gradient$|^stop$/.test(name)) return found
  const bySheets = sheets.size === 0 ? [] : keysOf(element).flatMap((key) => sheets.get(key) ?? [])
  const byStyle = /url\(/i.test(attributes.get('style') ?? '') ? referencesIn(ownDeclarations(element)) : []
  const byAttributes = [...attributes].filter(([key, value]) => isReferring(key) && /url\(/i.test(value))
  return [...found, ...bySheets, ...byStyle, ...referencesIn(byAttributes)]
}

const isReferring = (attribute: string) => properties.has(attribute) && !plainText.has(attribute)

/**
 * Counts how often an element draws the target of a property: once per shape that inherits it, and for
 * markers, once per corner.
 */
function inheritance() {
  const known = new Map<SvgElement, { elements: number; corners: number }>()
  // Counts each element once, even if several of its ancestors have a reference.
  const within = (element: SvgElement) => {
    const found = known.get(element)
    if (found) return found
    const line = element.attributes.get('d') ?? element.attributes.get('points') ?? ''
    const all = { elements: 1, corners: 1 + line.length / lettersPerCorner }
    for (const child of childElements(element)) {
      const { elements, corners } = within(child)
      all.elements += elements
      all.corners += corners
    }
    known.set(element, all)
    return all
  }
  return (property: string, element: SvgElement): number => {
    if (!inheritedReferences.has(property)) return 1
    const { elements, corners } = within(element)
    return property.startsWith('marker') ? corners : elements
  }
}
