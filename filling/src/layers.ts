import { boxedKey, numberedBase, variableName } from '@atelier/svg/layer-names'
import { childElements, descendants, hrefOf, localTarget, type SvgElement } from '@atelier/svg/tree'
import { independentCopy } from './copies.ts'
import { append, type Editing, element, paint, replace } from './editing.ts'

export type Layers = {
  /** In document order. */
  byKey: Map<string, SvgElement[]>
  /** Layers that mark the box of a variable. */
  boxes: Map<string, SvgElement>
}

/**
 * The layers in an element, by variable key. A layer with a number from the design tool belongs to the
 * variable without the number, unless it is a variable itself.
 */
export function layersIn(root: SvgElement, keys: ReadonlySet<string>): Layers {
  const layers: Layers = { byKey: new Map(), boxes: new Map() }
  const visit = (one: SvgElement) => {
    const name = variableName(one)
    if (name) add(layers, one, name.key, name.isOwn, keys)
    for (const child of childElements(one)) visit(child)
  }
  visit(root)
  return layers
}

/** Maximum number of layers per variable. Other layers stay unchanged. */
const layersMax = 2_000

function add(
  { byKey, boxes }: Layers,
  one: SvgElement,
  key: string,
  isOwn: boolean,
  keys: ReadonlySet<string>,
) {
  const base = isOwn ? undefined : numberedBase(key)
  const known = keys.has(key) ? key : base !== undefined && keys.has(base) ? base : undefined
  if (known !== undefined) {
    const layers = byKey.get(known)
    if (!layers) byKey.set(known, [one])
    else if (layers.length < layersMax) layers.push(one)
    return
  }
  const boxed = boxedKey(key)
  if (boxed !== undefined && keys.has(boxed) && !boxes.has(boxed)) boxes.set(boxed, one)
}

const texts = new Set(['text', 'tspan', 'textPath'])
export const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
const groups = new Set(['g', 'svg', 'a', 'switch', 'symbol', 'pattern', 'defs'])
export const isText = ({ name }: SvgElement) => texts.has(name)
export const isShape = ({ name }: SvgElement) => shapes.has(name)

/** Excludes nested named layers. */
export function* partsOf(layer: SvgElement): Generator<SvgElement> {
  yield layer
  if (!groups.has(layer.name)) return
  for (const child of childElements(layer)) if (!variableName(child)) yield* partsOf(child)
}

/** Maximum nesting of copies. */
const copiesMax = 8

/**
 * Replaces a `use` with a copy of its content, which can then be changed in this place only.
 * @returns the layer at this place.
 */
export function withoutUses(editing: Editing, layer: SvgElement, depth = 0): SvgElement {
  if (layer.name !== 'use') {
    for (const part of [...partsOf(layer)])
      if (part.name === 'use' && part !== layer) withoutUses(editing, part, depth + 1)
    return layer
  }
  const target = editing.byId.get(localTarget(layer) ?? '')
  if (!target || depth > copiesMax) return layer
  editing.copiesLeft -= [...descendants(target)].length
  if (editing.copiesLeft < 0) return layer
  const copy = independentCopy(target, `-${editing.byId.size}`)
  copy.attributes.delete('data-name')
  const { attributes } = layer
  const group = element('g')
  for (const [name, value] of attributes)
    if (!['x', 'y', 'width', 'height', 'href', 'xlink:href'].includes(name)) group.attributes.set(name, value)
  const [x, y] = [
    Number.parseFloat(attributes.get('x') ?? '0') || 0,
    Number.parseFloat(attributes.get('y') ?? '0') || 0,
  ]
  const moved = x === 0 && y === 0 ? copy : element('g', { transform: `translate(${x} ${y})` }, [copy])
  if (copy.name === 'symbol') {
    copy.name = 'svg'
    for (const side of ['width', 'height']) {
      const value = attributes.get(side)
      if (value !== undefined) copy.attributes.set(side, value)
    }
  }
  replace(editing, layer, group)
  append(editing, group, moved)
  withoutUses(editing, group, depth + 1)
  return group
}

/** The image that fills a shape as a pattern, directly or through a `use`. */
function hasImage(editing: Editing, part: SvgElement | undefined): boolean {
  if (!part) return false
  const known = editing.withImage.get(part)
  if (known !== undefined) return known
  // The value is set before the search, so that a circular reference stops it.
  editing.withImage.set(part, false)
  const isLink = (part.name === 'use' || part.name === 'pattern') && hrefOf(part) !== undefined
  const found =
    part.name === 'image' ||
    childElements(part).some((child) => hasImage(editing, child)) ||
    (isLink && hasImage(editing, editing.byId.get(localTarget(part) ?? '')))
  editing.withImage.set(part, found)
  return found
}

export function isFilledWithImage(editing: Editing, shape: SvgElement): boolean {
  const fill = isShape(shape) ? paint(editing, shape, 'fill') : undefined
  return fill !== undefined && 'id' in fill && hasImage(editing, editing.byId.get(fill.id))
}
