import type { Rectangle } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import {
  append,
  define,
  type Editing,
  element,
  inherited,
  matrixOf,
  paint,
  replace,
  setStyle,
  written,
} from './editing.ts'
import type { Filling } from './filling.ts'
import { boxOf, groupFor, placeIn } from './layer-box.ts'
import { isShape, withoutUses } from './layers.ts'
import type { FocalPoint, Picture } from './picture.ts'

export type Placing = {
  variable: string
  picture: Picture
  fit: 'cover' | 'contain'
  focalPoint?: FocalPoint
  isLogo?: boolean
}

/** Replaces the image in a layer's box. A shape keeps its form and stroke. */
export function fillImage(filling: Filling, layer: SvgElement, placing: Placing): void {
  const { editing } = filling
  const place = placeIn(filling, withoutUses(editing, layer))
  const box = place && boxOf(filling, place)
  if (!box) return
  const { inner, image } = placed(
    fittedIn(filling, place, box, placing.picture, placing.fit, placing.focalPoint),
    placing,
  )
  const { variable, picture, isLogo = false } = placing
  const group =
    place.name === 'image'
      ? aroundImage(editing, place, inner, box)
      : isLogo
        ? insteadOf(editing, place, variable)
        : aroundShape(editing, place)
  append(editing, group.inside, image)
  group.finish()
  filling.placed.push({ variable, element: image, picture, isLogo })
}

/** Undoes a distortion of the box, such as by Illustrator's transforms, which must not distort the image. */
export function fittedIn(
  { editing }: Filling,
  place: SvgElement,
  box: Rectangle,
  size: { width: number; height: number },
  fit: 'cover' | 'contain',
  focalPoint?: FocalPoint,
): Rectangle {
  const [a, b, c, d] = matrixOf(editing, place)
  const [scaleX, scaleY] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1]
  const seen = {
    x: box.x * scaleX,
    y: box.y * scaleY,
    width: box.width * scaleX,
    height: box.height * scaleY,
  }
  const { x, y, width, height } = fitted(seen, size, fit, focalPoint)
  return { x: x / scaleX, y: y / scaleY, width: width / scaleX, height: height / scaleY }
}

function placed(inner: Rectangle, { picture, variable }: Placing) {
  const image = element('image', {
    href: `picture:${picture.key}`,
    x: written(inner.x),
    y: written(inner.y),
    width: written(inner.width),
    height: written(inner.height),
    preserveAspectRatio: 'none',
    'data-variable': variable,
  })
  return { inner, image }
}

/** Covers the box around the focal point of the image, or fits the image within the box. */
export function fitted(
  box: Rectangle,
  { width, height }: { width: number; height: number },
  fit: 'cover' | 'contain',
  { x: focusX, y: focusY }: FocalPoint = { x: 0.5, y: 0.5 },
): Rectangle {
  const scales = [box.width / width, box.height / height] as const
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const size = { width: width * scale, height: height * scale }
  const start = (whole: number, length: number, focus: number) =>
    fit === 'contain'
      ? (whole - length) / 2
      : Math.min(0, Math.max(whole - length, whole / 2 - focus * length))
  return {
    x: box.x + start(box.width, size.width, focusX),
    y: box.y + start(box.height, size.height, focusY),
    ...size,
  }
}

const ofImage = new Set([
  'x',
  'y',
  'width',
  'height',
  'href',
  'xlink:href',
  'preserveAspectRatio',
  'data-asset',
])

/** The original image's properties move to a group around the new image. */
function aroundImage(editing: Editing, image: SvgElement, inner: Rectangle, box: Rectangle) {
  const group = element('g')
  for (const [name, value] of image.attributes) if (!ofImage.has(name)) group.attributes.set(name, value)
  replace(editing, image, group)
  return { inside: clipped(editing, group, inner, box), finish: () => {} }
}

/** A logo is not clipped to the form of the previous logo. */
function insteadOf(editing: Editing, place: SvgElement, variable: string) {
  const group = groupFor(place, variable)
  replace(editing, place, group)
  return { inside: group, finish: () => {} }
}

/** @returns the group for the image, which clips the parts outside the box. */
function clipped(editing: Editing, group: SvgElement, inner: Rectangle, box: Rectangle): SvgElement {
  const tolerance = 0.001 * Math.max(box.width, box.height)
  if (inner.width <= box.width + tolerance && inner.height <= box.height + tolerance) return group
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(written) as [
    string,
    string,
    string,
    string,
  ]
  const clip = element('clipPath', {}, [element('rect', { x, y, width, height })])
  const inside = element('g', { 'clip-path': `url(#${define(editing, 'picture', clip)})` })
  append(editing, group, inside)
  return inside
}

const geometry = ['x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'd', 'points']
/** Properties that apply to the shape and its image as a whole. */
const effects = ['transform', 'opacity', 'filter', 'mask', 'clip-path', 'mix-blend-mode', 'isolation']

function aroundShape(editing: Editing, shape: SvgElement) {
  const { cascade } = editing
  const group = element('g')
  for (const name of ['id', 'data-name'])
    if (shape.attributes.has(name)) {
      group.attributes.set(name, shape.attributes.get(name)!)
      shape.attributes.delete(name)
    }
  for (const name of effects) {
    const value = cascade.own(shape, name)
    if (value === undefined) continue
    // As an attribute, a transform has no units.
    if (name === 'transform' && shape.attributes.has(name)) group.attributes.set(name, value)
    else setStyle(group, name, value)
    if (shape.attributes.get(name) === value) shape.attributes.delete(name)
    else setStyle(shape, name, name === 'opacity' ? '1' : name === 'mix-blend-mode' ? 'normal' : 'none')
  }
  const form = element(shape.name)
  for (const name of geometry) {
    const value = cascade.own(shape, name)
    if (value !== undefined) form.attributes.set(name, value)
  }
  const rule = inherited(editing, shape, 'fill-rule')
  if (rule !== undefined) form.attributes.set('clip-rule', rule)
  const id = define(editing, 'picture', element('clipPath', {}, [form]))
  const inside = element('g', { 'clip-path': `url(#${id})` })
  const opacity = inherited(editing, shape, 'fill-opacity')
  if (opacity !== undefined && opacity !== '1') inside.attributes.set('opacity', opacity)
  const hasStroke = isShape(shape) && paint(editing, shape, 'stroke') !== undefined
  replace(editing, shape, group)
  append(editing, group, inside)
  return {
    inside,
    finish: () => {
      if (!hasStroke) return
      setStyle(shape, 'fill', 'none')
      append(editing, group, shape)
    },
  }
}
