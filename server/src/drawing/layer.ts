import type { Rectangle } from '@atelier/svg/transforms'
import {
  childElements,
  descendants,
  isElement,
  localTarget,
  type SvgElement,
  textOf,
} from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import sharp, { type Sharp } from 'sharp'
import { drawnPixelsMax } from './limits.ts'
import type { View } from './view.ts'

/** Pixels per inch in CSS. The renderer multiplies the size of the whole document by 96/72. */
const density = 96
const writtenPerDrawn = 72 / density

/** Elements that are copied or replaced, to write parts of a document without changing it. */
export type Change = {
  /** The elements to draw. Other elements are omitted unless they are referenced. */
  parts: ReadonlySet<SvgElement>
  /** Elements whose clip, mask and opacity are applied later. */
  plain: ReadonlySet<SvgElement>
  /** Elements that are written in place of other elements. */
  replaced: ReadonlyMap<SvgElement, SvgElement>
}

/**
 * Writes a document that draws only some of its parts, for the whole canvas or a part of the canvas.
 * @param background the color of the canvas.
 */
export function writeLayer(
  root: SvgElement,
  view: View,
  change: Change,
  piece: Rectangle,
  background?: string,
): string {
  const needed = referencedFrom(root, change)
  const part = partOf(root, change, needed) ?? { ...root, children: [] }
  const { placed, viewBox } = view
  const attributes = new Map(part.attributes)
  for (const [name, value] of Object.entries(placed)) attributes.set(name, String(value))
  attributes.set('viewBox', `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`)
  attributes.set('preserveAspectRatio', view.preserveAspectRatio)
  // The size is set as a style, because a style sheet may also set it.
  const size = `x:${placed.x}px;y:${placed.y}px;width:${placed.width}px;height:${placed.height}px`
  attributes.set('style', `${attributes.get('style') ?? ''};${size.replaceAll('px', 'px!important')}`)
  return writeSvg({
    name: 'svg',
    attributes: new Map([
      ['width', String(piece.width * writtenPerDrawn)],
      ['height', String(piece.height * writtenPerDrawn)],
      ['viewBox', `${piece.x} ${piece.y} ${piece.width} ${piece.height}`],
    ]),
    children: [...(background ? [filledWith(background, piece)] : []), { ...part, attributes }],
  })
}

const filledWith = (fill: string, { x, y, width, height }: Rectangle): SvgElement => ({
  name: 'rect',
  attributes: new Map(
    Object.entries({ x, y, width, height, fill }).map(([name, value]) => [name, String(value)]),
  ),
  children: [],
})

export const openLayer = (svg: string): Sharp =>
  sharp(Buffer.from(svg), { density, limitInputPixels: drawnPixelsMax + 1, failOn: 'error', unlimited: true })

const withoutEffects = 'clip-path:none!important;mask:none!important;opacity:1!important'

const notDrawn = new Set(
  'defs symbol clipPath mask pattern marker filter linearGradient radialGradient style view'.split(' '),
)

/**
 * Copies an element with the parts to draw inside it. Undefined if the element contains none of the parts.
 */
function partOf(
  element: SvgElement,
  change: Change,
  needed: ReadonlySet<SvgElement>,
): SvgElement | undefined {
  if (change.parts.has(element)) return withReplacements(element, change)
  if (element.name === 'style') return element
  if (notDrawn.has(element.name)) {
    if (!needed.has(element)) return undefined
    const isList = element.name === 'defs'
    const kept = isList ? childElements(element).filter((child) => isKept(child, needed)) : element.children
    return withReplacements({ ...element, children: kept }, change)
  }
  const children = childElements(element)
    .map((child) => partOf(child, change, needed))
    .filter((child) => child !== undefined)
  if (children.length === 0) {
    // An element that another element references is kept.
    if (!needed.has(element)) return undefined
    return { name: 'defs', attributes: new Map(), children: [withReplacements(element, change)] }
  }
  if (!change.plain.has(element)) return { ...element, children }
  const style = `${element.attributes.get('style') ?? ''};${withoutEffects}`
  return { ...element, attributes: new Map([...element.attributes, ['style', style]]), children }
}

const isKept = (child: SvgElement, needed: ReadonlySet<SvgElement>) =>
  child.name === 'style' || needed.has(child)

function withReplacements(element: SvgElement, change: Change): SvgElement {
  if (change.replaced.size === 0) return element
  const replacement = change.replaced.get(element)
  if (replacement) return replacement
  if (element.children.length === 0) return element
  let isChanged = false
  const children = element.children.map((child) => {
    if (!isElement(child)) return child
    const next = withReplacements(child, change)
    isChanged ||= next !== child
    return next
  })
  return isChanged ? { ...element, children } : element
}

/** Elements that the drawn parts reference, with their ancestors. */
function referencedFrom(root: SvgElement, { parts }: Change): Set<SvgElement> {
  const parents = new Map<SvgElement, SvgElement>()
  const byId = new Map<string, SvgElement>()
  const open: string[] = []
  for (const element of descendants(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    for (const child of childElements(element)) parents.set(child, element)
    if (element.name === 'style') open.push(...urlsIn(textOf(element)))
  }
  for (const part of parts) {
    for (const element of descendants(part)) open.push(...referencesOf(element))
    for (let around = parents.get(part); around; around = parents.get(around))
      open.push(...referencesOf(around))
  }
  const seen = new Set<string>()
  const needed = new Set<SvgElement>()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const target = seen.has(id) ? undefined : byId.get(id)
    seen.add(id)
    if (!target) continue
    needed.add(target)
    const around: SvgElement[] = []
    for (let one = parents.get(target); one; one = parents.get(one)) around.push(one)
    for (const one of around.slice(0, around.findLastIndex(({ name }) => notDrawn.has(name)) + 1))
      needed.add(one)
    for (const element of descendants(target)) open.push(...referencesOf(element))
  }
  return needed
}

export function referencesOf(element: SvgElement): string[] {
  const target = localTarget(element)
  const found = target === undefined ? [] : [target]
  for (const value of element.attributes.values()) if (value.includes('url(')) found.push(...urlsIn(value))
  return found
}

const urlsIn = (text: string) => [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id]) => id!)
