import type { Cascade } from '@atelier/svg/cascade'
import { variableName } from '@atelier/svg/layer-names'
import {
  identity,
  type Matrix,
  multiply,
  type Rectangle,
  readTransform,
  transformBox,
} from '@atelier/svg/transforms'
import { childElements, descendants, hrefOf, localTarget, type SvgElement } from '@atelier/svg/tree'
import type { Picture, Pictures } from './drawable.ts'
import { blendedAreaMin, blendedPicturesMax, blendedPixelsMin, vectorLayersMax } from './limits.ts'
import { intersection } from './matrix.ts'
import { fitted, type View } from './view.ts'

/** Steps of the drawing, from bottom to top. */
export type Item = VectorItem | PictureItem | GroupItem

/** Parts of the document that the vector renderer draws in one pass, with all their content. */
export type VectorItem = { kind: 'vector'; parts: SvgElement[]; isVariable: boolean; isBlended: boolean }

export type PictureItem = {
  kind: 'picture'
  element: SvgElement
  /** The elements from the document's root, or from the separately drawn group, to the element's parent. */
  path: SvgElement[]
  key: string
  picture: Picture
  /** The matrix from pixels of the image to pixels of the canvas. */
  matrix: Matrix
  /** The visible part in user units, before clipping. */
  visible: Rectangle
}

/** The content is drawn separately and then clipped or made translucent as a whole. */
export type GroupItem = { kind: 'group'; element: SvgElement; path: SvgElement[]; items: Item[] }

type Context = {
  cascade: Cascade
  pictures: Pictures
  view: View
  byId: ReadonlyMap<string, SvgElement>
  /** Elements that a `use` draws elsewhere. */
  copied: ReadonlySet<SvgElement>
  /** Whether elements with variables get separate layers. */
  splitsVariables: boolean
}

const scheme = 'picture:'

export function pictureKey(element: SvgElement): string | undefined {
  const href = element.name === 'image' ? hrefOf(element) : undefined
  return href?.startsWith(scheme) ? href.slice(scheme.length) : undefined
}

/**
 * Splits a document at its images. An image that cannot be separated from its surroundings (filters,
 * patterns, copies, blend modes) remains part of the vectors.
 */
export function planOf(root: SvgElement, context: Context): Item[] {
  const items = walk(context, root, [], identity)
  const split = simplified(withoutSmall(items, context.view))
  const isTooMany = layersIn(split) > vectorLayersMax
  return isTooMany && context.splitsVariables ? planOf(root, { ...context, splitsVariables: false }) : split
}

export function indexOf(root: SvgElement): Map<string, SvgElement> {
  const byId = new Map<string, SvgElement>()
  for (const element of descendants(root)) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

export function copiedElements(root: SvgElement, byId: ReadonlyMap<string, SvgElement>): Set<SvgElement> {
  const uses = [...descendants(root)].filter(({ name }) => name === 'use')
  return new Set(uses.map((one) => byId.get(localTarget(one) ?? '')).filter((target) => target !== undefined))
}

const neverDrawn = new Set(
  'defs symbol clipPath mask pattern marker filter linearGradient radialGradient style title desc view'.split(
    ' ',
  ),
)

function walk(context: Context, element: SvgElement, path: SvgElement[], around: Matrix): Item[] {
  if (neverDrawn.has(element.name)) return []
  const whole = (): Item[] => [vector(context, element)]
  const { cascade, splitsVariables } = context
  const own = (property: string) => cascade.own(element, property)
  if (own('display') === 'none') return []
  if (context.copied.has(element)) return whole()
  const isVariable = splitsVariables && isFilled(element)
  if (pictureKey(element) !== undefined) return pictureItem(context, element, path, around) ?? whole()
  if (isVariable && !holds(element, (one) => pictureKey(one) !== undefined)) return whole()
  const isWorthSplitting = (one: SvgElement) =>
    pictureKey(one) !== undefined || (splitsVariables && isFilled(one))
  if (!holds(element, isWorthSplitting)) return whole()
  const isRoot = path.length === 0
  const effects = effectsOf(context, element)
  const matrix = isRoot ? identity : transformOf(context, element)
  if (!(isRoot || element.name === 'g' || element.name === 'a') || effects === 'whole' || !matrix)
    return whole()
  const inside = multiply(around, matrix)
  const steps = [...path, element]
  const items = merged(childElements(element).flatMap((child) => walk(context, child, steps, inside)))
  if (effects === 'none' || isRoot) return items
  const [only] = items
  if (items.length === 1 && only!.kind === 'picture') return items
  if (!items.some(({ kind }) => kind !== 'vector')) return whole()
  return [{ kind: 'group', element, path, items }]
}

/** Whether an element's content comes from a variable, by its name or because the filling has marked it. */
const isFilled = (element: SvgElement) =>
  element.attributes.has('data-run') ||
  element.attributes.has('data-variable') ||
  variableName(element) !== undefined

function holds(element: SvgElement, isWanted: (element: SvgElement) => boolean): boolean {
  for (const one of descendants(element)) if (one !== element && isWanted(one)) return true
  return false
}

function vector({ cascade, splitsVariables }: Context, element: SvgElement): VectorItem {
  const isBlended = [...descendants(element)].some(
    (one) => (cascade.own(one, 'mix-blend-mode') ?? 'normal') !== 'normal',
  )
  const isVariable = splitsVariables && [...descendants(element)].some(isFilled)
  return { kind: 'vector', parts: [element], isVariable, isBlended }
}

/**
 * How an element affects its content. With `whole`, its content can only be drawn together. With `masked`,
 * content can be drawn separately if the result is masked or made translucent afterwards. Clipping needs
 * neither, because the renderer clips each shape separately.
 */
function effectsOf({ cascade, byId }: Context, element: SvgElement): 'none' | 'masked' | 'whole' {
  const own = (property: string) => cascade.own(element, property)?.trim()
  if (isSet(own('filter')) || isSet(own('transform-origin')) || isSet(own('transform-box'))) return 'whole'
  if ((own('mix-blend-mode') ?? 'normal') !== 'normal') return 'whole'
  let isMasked = Number.parseFloat(own('opacity') ?? '1') !== 1
  for (const property of ['clip-path', 'mask']) {
    const value = own(property)
    if (!isSet(value)) continue
    const target = byId.get(/^url\(["']?#([^"')]+)["']?\)$/.exec(value!)?.[1] ?? '')
    if (!target || !isInUserSpace(target)) return 'whole'
    isMasked ||= property === 'mask'
  }
  return isMasked ? 'masked' : 'none'
}

const isSet = (value: string | undefined) => value !== undefined && value !== 'none' && value !== ''

function isInUserSpace({ name, attributes }: SvgElement): boolean {
  if (name === 'clipPath') return attributes.get('clipPathUnits') !== 'objectBoundingBox'
  const isContentInUserSpace = attributes.get('maskContentUnits') !== 'objectBoundingBox'
  return name === 'mask' && attributes.get('maskUnits') === 'userSpaceOnUse' && isContentInUserSpace
}

function transformOf({ cascade }: Context, element: SvgElement): Matrix | undefined {
  return readTransform(cascade.own(element, 'transform'))
}

/** The box in user units. Undefined for percentages and other units. */
function boxOf(cascade: Cascade, element: SvgElement): Rectangle | undefined {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((property) => {
    const text = cascade.own(element, property)?.trim() ?? '0'
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(px)?$/i.test(text) ? Number.parseFloat(text) : Number.NaN
  }) as [number, number, number, number]
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0
    ? { x, y, width, height }
    : undefined
}

function pictureItem(
  context: Context,
  element: SvgElement,
  path: SvgElement[],
  around: Matrix,
): Item[] | undefined {
  const { cascade, pictures, view } = context
  const key = pictureKey(element)!
  const picture = pictures.get(key)
  const matrix = transformOf(context, element)
  const box = boxOf(cascade, element)
  if (!picture || picture.isVector || !matrix || !box || effectsOf(context, element) === 'whole')
    return undefined
  if (isHidden(cascade, element)) return []
  if ((cascade.own(element, 'image-rendering') ?? 'auto') !== 'auto') return undefined
  const fit = element.attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  const inner = fitted(picture, box, fit)
  const placed: Matrix = [inner.width / picture.width, 0, 0, inner.height / picture.height, inner.x, inner.y]
  const toCanvas = multiply(multiply(view.matrix, around), matrix)
  const visible = intersection(box, inner)
  return [{ kind: 'picture', element, path, key, picture, matrix: multiply(toCanvas, placed), visible }]
}

function isHidden(cascade: Cascade, element: SvgElement): boolean {
  for (let one: SvgElement | undefined = element; one; one = cascade.parentOf(one)) {
    const value = cascade.own(one, 'visibility')
    if (value !== undefined && value !== 'inherit') return value !== 'visible'
  }
  return false
}

/** Merges adjacent vector items into one layer. */
function merged(items: Item[]): Item[] {
  const result: Item[] = []
  for (const item of items) {
    const last = result.at(-1)
    const isSame = item.kind === 'vector' && last?.kind === 'vector' && last.isVariable === item.isVariable
    if (!isSame) result.push(item.kind === 'vector' ? { ...item, parts: [...item.parts] } : item)
    else {
      last.parts.push(...item.parts)
      last.isBlended ||= item.isBlended
    }
  }
  return result
}

/** A blend mode requires that everything below it is in its own layer. */
function simplified(items: Item[]): Item[] {
  const flat = merged(items).map((item) =>
    item.kind === 'group' ? { ...item, items: simplified(item.items) } : item,
  )
  const isBlended = (item: Item): boolean => item.kind === 'vector' && item.isBlended
  const last = flat.findLastIndex(isBlended)
  if (last <= 0) return flat
  const below = flat.slice(0, last + 1).flatMap(partsOf)
  return [{ kind: 'vector', parts: below, isVariable: false, isBlended: true }, ...flat.slice(last + 1)]
}

function partsOf(item: Item): SvgElement[] {
  return item.kind === 'vector' ? item.parts : [item.element]
}

/**
 * Small images stay in the vectors. If there are too many images, those with the smallest area also stay in the
 * vectors.
 */
function withoutSmall(items: Item[], view: View): Item[] {
  const areaOf = (item: PictureItem) => {
    const seen = intersection(transformBox(item.matrix, { x: 0, y: 0, ...item.picture }), {
      x: 0,
      y: 0,
      ...view,
    })
    return seen.width * seen.height
  }
  const large = picturesIn(items)
    .map((item) => ({ item, area: areaOf(item) }))
    .filter(({ item, area }) => {
      const pixels = item.picture.width * item.picture.height
      return area > 0 && (area >= blendedAreaMin || pixels >= blendedPixelsMin)
    })
    .sort((one, other) => other.area - one.area)
    .slice(0, blendedPicturesMax)
  const kept = new Set(large.map(({ item }) => item))
  const embed = (all: Item[]): Item[] =>
    all.map((item) => {
      if (item.kind === 'group') return { ...item, items: embed(item.items) }
      if (item.kind === 'vector' || kept.has(item)) return item
      return { kind: 'vector', parts: [item.element], isVariable: false, isBlended: false }
    })
  return unwrapped(embed(items))
}

/** Draws a group without images as a whole. */
function unwrapped(items: Item[]): Item[] {
  return items.map((item) => {
    if (item.kind !== 'group') return item
    if (picturesIn(item.items).length > 0) return { ...item, items: unwrapped(item.items) }
    return {
      kind: 'vector',
      parts: [item.element],
      isVariable: item.items.some(hasVariable),
      isBlended: false,
    }
  })
}

const hasVariable = (item: Item): boolean =>
  item.kind === 'vector' ? item.isVariable : item.kind === 'group' && item.items.some(hasVariable)

export function picturesIn(items: Item[]): PictureItem[] {
  return items.flatMap((item) =>
    item.kind === 'picture' ? [item] : item.kind === 'group' ? picturesIn(item.items) : [],
  )
}

const layersIn = (items: Item[]): number =>
  items.reduce(
    (sum, item) => sum + (item.kind === 'vector' ? 1 : item.kind === 'group' ? layersIn(item.items) : 0),
    0,
  )
