import { UnsafeSvgError } from './svg-errors.ts'
import { keysOf, ownDeclarations, type Reference, readSheets, referencesIn } from './svg-styles.ts'
import { childElements, descendants, localTarget, type SvgElement } from './svg-tree.ts'
import { inheritedReferences, plainText, properties } from './svg-vocabulary.ts'

/** How many elements are drawn when every reference is followed. A renderer draws a million in about a second. */
const drawnMax = 1_000_000
const chainMax = 64
/** So many letters of an outline make one more of the corners at which markers are drawn. */
const lettersPerCorner = 4

type Cost = { drawn: number; chain: number }

/**
 * A few references that refer to references make a billion elements (`use` of `use`, patterns in patterns), and a
 * circle never ends. Both are found without drawing anything, by adding up; what is not known for certain (which
 * selectors apply, how many corners a line has) is taken for more than it can be.
 * @throws {UnsafeSvgError}
 */
export function assertBounded(root: SvgElement): void {
  const byId = new Map<string, SvgElement>()
  for (const element of descendants(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const sheets = referencesOfSheets(root, byId)
  const costs = new Map<SvgElement, Cost | 'open'>()
  let followed = 0

  const costOf = (element: SvgElement, links: number): Cost => {
    const known = costs.get(element)
    if (known === 'open') throw new UnsafeSvgError('An element of an SVG must not refer to itself.')
    if (known) return known
    if (links > chainMax) throw tooLong()
    costs.set(element, 'open')
    const cost = { drawn: 1, chain: 0 }
    const add = ({ drawn, chain }: Cost, times: number) => {
      cost.drawn += drawn * times
      cost.chain = Math.max(cost.chain, chain)
      if (cost.drawn > drawnMax)
        throw new UnsafeSvgError(`An SVG must not draw more than ${drawnMax} elements by references.`)
    }
    for (const child of childElements(element)) add(costOf(child, links), 1)
    for (const { property, id } of referencesOf(element, sheets)) {
      const target = byId.get(id)
      if (!target) continue
      followed += 1
      if (followed > drawnMax) throw new UnsafeSvgError('An SVG must not have this many references.')
      const { drawn, chain } = costOf(target, links + 1)
      if (chain + 1 > chainMax) throw tooLong()
      add({ drawn, chain: chain + 1 }, timesOf(property, element))
    }
    costs.set(element, cost)
    return cost
  }
  costOf(root, 0)
}

const tooLong = () => new UnsafeSvgError(`An SVG must not have more than ${chainMax} references in a row.`)

type SheetReferences = Map<string, Reference[]>

/** Each once, and only to what is there: whatever remains is counted when it is followed. */
function referencesOfSheets(root: SvgElement, byId: Map<string, SvgElement>): SheetReferences {
  const { references } = readSheets(root)
  const once = (all: Reference[]) => [
    ...new Map(all.map((one) => [`${one.property} ${one.id}`, one])).values(),
  ]
  return new Map([...references].map(([key, found]) => [key, once(found.filter(({ id }) => byId.has(id)))]))
}

/** Everything that the element draws by naming it. A link is not drawn, and gradients have nothing but a link. */
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

/** What shapes inherit is drawn for each of them, markers at each corner. */
function timesOf(property: string, element: SvgElement): number {
  if (!inheritedReferences.has(property)) return 1
  let times = 0
  for (const { attributes } of descendants(element)) {
    const line = attributes.get('d') ?? attributes.get('points') ?? ''
    times += property.startsWith('marker') ? 1 + line.length / lettersPerCorner : 1
  }
  return times
}
