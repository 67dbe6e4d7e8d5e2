import { invert, type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { append, type Editing, element, matrixOf, paint, removeAll, written } from './editing.ts'
import type { Filling } from './filling.ts'
import { isFilledWithImage, isShape, partsOf } from './layers.ts'
import { boundsOf, lengthIn, outlineOf } from './outline.ts'

/** Maximum number of shapes that are measured per layer. */
const shapesMax = 5_000

/** An image, or all shapes of a layer. */
function shownIn(editing: Editing, layer: SvgElement): SvgElement[] {
  const parts = [...partsOf(layer)]
  const picture = parts.find((part) => part.name === 'image' || isFilledWithImage(editing, part))
  return picture ? [picture] : parts.filter((part) => isShape(part) || part.name === 'text')
}

/** User units of the document. */
export function areaOf(filling: Filling, layer: SvgElement): Rectangle | undefined {
  const { editing } = filling
  const boxes = shownIn(editing, layer)
    .slice(0, shapesMax)
    .flatMap((part) => {
      const box = boxOf(filling, part)
      return box ? [transformBox(matrixOf(editing, part), box)] : []
    })
  if (boxes.length === 0) return undefined
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/**
 * The element to replace: the image of a layer, or its only shape. A drawing of several shapes, such as a
 * logo, is replaced by a rectangle around it.
 */
export function placeIn(filling: Filling, layer: SvgElement): SvgElement | undefined {
  const { editing } = filling
  const shown = shownIn(editing, layer)
  const [first] = shown
  if (!first || (shown.length === 1 && first.name !== 'text'))
    return first?.name === 'text' ? undefined : first
  const area = areaOf(filling, layer)
  const toLayer = invert(matrixOf(editing, layer))
  if (!area || !toLayer) return undefined
  const { x, y, width, height } = transformBox(toLayer, area)
  const shape = shown.find(isShape)
  const fill = shape && paint(editing, shape, 'fill')
  const place = element('rect', {
    x: written(x),
    y: written(y),
    width: written(width),
    height: written(height),
    fill: fill && 'color' in fill ? fill.color : '#000000',
  })
  removeAll(editing, shown)
  append(editing, layer, place)
  return place
}

/** In the element's own user units. */
export function boxOf({ editing: { cascade }, viewport }: Filling, place: SvgElement): Rectangle | undefined {
  if (place.name === 'image') {
    const value = (name: string, whole: number) => lengthIn(cascade.own(place, name), whole)
    const width = value('width', viewport.width) ?? viewport.width
    const height = value('height', viewport.height) ?? viewport.height
    if (!(width > 0 && height > 0)) return undefined
    return { x: value('x', viewport.width) ?? 0, y: value('y', viewport.height) ?? 0, width, height }
  }
  const bounds = boundsOf(outlineOf(place, cascade.own, viewport))
  return bounds && bounds.width > 0 && bounds.height > 0 ? bounds : undefined
}

/** A group that replaces an element and has its effects. */
export function groupFor({ attributes }: SvgElement, variable: string): SvgElement {
  const group = element('g', { 'data-variable': variable })
  for (const name of ['id', 'data-name', 'transform', 'opacity', 'clip-path', 'mask']) {
    const value = attributes.get(name)
    if (value !== undefined) group.attributes.set(name, value)
  }
  return group
}
