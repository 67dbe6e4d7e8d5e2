import { linked, paintOf, type SvgIndex } from '@atelier/svg/document-index'
import { childElements, descendants, type SvgElement } from '@atelier/svg/tree'

/** Elements whose content is drawn only where another element refers to it. */
const drawnByReference = new Set(['defs', 'pattern', 'symbol'])
/** Elements whose content counts as drawn, with or without a reference. */
const effects = new Set(['clipPath', 'filter', 'marker', 'mask'])

/**
 * The values of `data-asset` of all elements that the document draws.
 * @param without elements that are not drawn, such as the layers that a value replaces. Elements that are referenced
 * only by these are not drawn either.
 */
export function assetsShown(
  index: SvgIndex,
  root: SvgElement,
  without: ReadonlySet<SvgElement>,
): ReadonlySet<string> {
  const shown = new Set<string>()
  const seen = new Set<SvgElement>()
  const waiting = [root, ...[...descendants(root)].filter(({ name }) => effects.has(name))]
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (seen.has(element) || without.has(element)) continue
    seen.add(element)
    const asset = element.attributes.get('data-asset')
    if (asset !== undefined) shown.add(asset)
    const inner = childElements(element).filter(({ name }) => !drawnByReference.has(name))
    waiting.push(...inner, ...referencesOf(index, element))
  }
  return shown
}

/** The elements that an element draws by reference: the target of its link, and its paints. */
function referencesOf(index: SvgIndex, element: SvgElement): SvgElement[] {
  const paints = [paintOf(index, element, 'fill'), paintOf(index, element, 'stroke')]
  const painted = paints.flatMap((paint) => (paint && 'id' in paint ? (index.byId.get(paint.id) ?? []) : []))
  return [linked(index, element) ?? [], painted].flat()
}
