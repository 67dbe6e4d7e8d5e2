import { hexOf } from '@atelier/svg/colors'
import { localUrls } from '@atelier/svg/styles'
import { invert, type Matrix, type Rectangle, transformBox, transformPoint } from '@atelier/svg/transforms'
import { childElements, hrefOf, type SvgElement } from '@atelier/svg/tree'
import { over, type Rgb, rgbOfHex } from './contrast.ts'
import { type Editing, inherited, matrixOf, paint } from './editing.ts'
import { gradientColor } from './gradients.ts'
import { boundsOf, isInside, type Outline, outlineOf, type Point } from './outline.ts'

/** The color of an image at x and y, each from 0 to 1. Undefined if unknown. */
export type PictureColors = (key: string, x: number, y: number) => (Rgb & { alpha?: number }) | undefined

type Clip = { outline: Outline; toLocal: Matrix; isEvenOdd: boolean }

/** In drawing order. */
export type SceneItem = {
  element: SvgElement
  /** User units of the document. */
  bounds: Rectangle
  outline: Outline
  /** The item's own user units. */
  box: Rectangle
  toLocal: Matrix
  isEvenOdd: boolean
  opacity: number
  clips: Clip[]
  /** Whether the effect on the items below is unknown, as with a mask, a filter or a blend mode. */
  isUnknown: boolean
}

export type Scene = { editing: Editing; items: SceneItem[]; orderOf: Map<SvgElement, number> }

type Around = { opacity: number; clips: Clip[]; isUnknown: boolean }

/** Maximum number of shapes and images. Detailed maps have more. */
const itemsMax = 5_000
const depthMax = 200

/**
 * Marks texts and modules of codes. The scene excludes them, because it is used to compute their background.
 */
const leftOut = ['data-run', 'data-code']

const neverDrawn = new Set(
  'defs symbol clipPath mask pattern marker filter linearGradient radialGradient style title desc view'.split(
    ' ',
  ),
)

/** All shapes and images, from bottom to top. Text is excluded, but has a position in the order. */
export function sceneOf(editing: Editing, viewport: { width: number; height: number }): Scene {
  const scene: Scene = { editing, items: [], orderOf: new Map() }
  const visit = (element: SvgElement, around: Around, depth: number) => {
    if (neverDrawn.has(element.name) || scene.items.length > itemsMax || depth > depthMax) return
    scene.orderOf.set(element, scene.items.length)
    const { cascade } = editing
    if (leftOut.some((name) => element.attributes.has(name)) || cascade.own(element, 'display') === 'none')
      return
    const here = within(editing, element, around, viewport)
    const isDrawn = inherited(editing, element, 'visibility') !== 'hidden'
    const isSeen = isDrawn && (element.name === 'image' || paint(editing, element, 'fill') !== undefined)
    const outline = isSeen ? outlineIn(editing, element, viewport) : []
    const box = boundsOf(outline)
    if (box) {
      const matrix = matrixOf(editing, element)
      const toLocal = invert(matrix)
      const isEvenOdd = inherited(editing, element, 'fill-rule') === 'evenodd'
      if (toLocal)
        scene.items.push({
          ...{ element, bounds: transformBox(matrix, box), outline, box, toLocal, isEvenOdd },
          ...here,
        })
    }
    for (const child of childElements(element)) visit(child, here, depth + 1)
  }
  visit(editing.root, { opacity: 1, clips: [], isUnknown: false }, 0)
  return scene
}

/** Caches shapes between queries of the same document. */
const outlines = new WeakMap<SvgElement, Outline>()

function outlineIn(
  editing: Editing,
  element: SvgElement,
  viewport: { width: number; height: number },
): Outline {
  const known = outlines.get(element)
  if (known) return known
  const outline = outlineOf(element, editing.cascade.own, viewport)
  outlines.set(element, outline)
  return outline
}

function within(
  editing: Editing,
  element: SvgElement,
  around: Around,
  viewport: { width: number; height: number },
): Around {
  const own = (property: string) => editing.cascade.own(element, property)
  const isSet = (value: string | undefined) => value !== undefined && value !== 'none' && value !== 'normal'
  const [clip, mask, filter] = [own('clip-path'), own('mask'), own('filter')]
  const masked = isSet(mask) ? maskOf(editing, element, mask!, viewport) : undefined
  const opacity = Number.parseFloat(own('opacity') ?? '1')
  return {
    opacity: around.opacity * (Number.isFinite(opacity) ? opacity : 1),
    clips: [
      ...around.clips,
      ...(isSet(clip) ? clipsOf(editing, element, clip!, viewport) : []),
      ...(masked ?? []),
    ],
    isUnknown:
      around.isUnknown ||
      element.name === 'use' ||
      isSet(own('mix-blend-mode')) ||
      (isSet(mask) && masked === undefined) ||
      (isSet(filter) && !keepsSource(editing, filter!)),
  }
}

/**
 * The shape of a mask that only clips, which is a white shape in user space. Undefined for any other mask.
 */
function maskOf(
  editing: Editing,
  element: SvgElement,
  value: string,
  viewport: { width: number; height: number },
): Clip[] | undefined {
  const target = editing.byId.get(localUrls(value)[0] ?? '')
  const [shape, ...others] = target ? childElements(target) : []
  if (!shape || others.length > 0 || target!.attributes.get('maskContentUnits') === 'objectBoundingBox')
    return undefined
  const fill = paint(editing, shape, 'fill')
  const isWhite = fill && 'color' in fill && hexOf(fill.color) === '#FFFFFF'
  const outline = isWhite && !shape.attributes.has('transform') ? outlineIn(editing, shape, viewport) : []
  const toLocal = invert(matrixOf(editing, element))
  if (outline.length === 0 || !toLocal) return undefined
  return [{ outline, toLocal, isEvenOdd: inherited(editing, shape, 'fill-rule') === 'evenodd' }]
}

/** Whether a filter leaves its element unchanged and only adds a shadow below it. */
function keepsSource({ byId }: Editing, value: string): boolean {
  if (/^drop-shadow\([^()]*(?:\([^()]*\)[^()]*)*\)$/.test(value.trim())) return true
  const filter = byId.get(localUrls(value)[0] ?? '')
  const last = filter && childElements(filter).at(-1)
  if (!last) return false
  const input = (one: SvgElement) => one.attributes.get('in') ?? 'SourceGraphic'
  if (last.name === 'feDropShadow') return input(last) === 'SourceGraphic'
  if (last.name === 'feMerge') return childElements(last).at(-1)?.attributes.get('in') === 'SourceGraphic'
  const isOver = (last.attributes.get('mode') ?? last.attributes.get('operator') ?? 'normal') === 'normal'
  return last.name === 'feBlend' && isOver && input(last) === 'SourceGraphic'
}

/** The clip paths in user space. Only the first shape of each is used. */
function clipsOf(
  editing: Editing,
  element: SvgElement,
  value: string,
  viewport: { width: number; height: number },
): Clip[] {
  const target = editing.byId.get(localUrls(value)[0] ?? '')
  if (target?.name !== 'clipPath' || target.attributes.get('clipPathUnits') === 'objectBoundingBox') return []
  const outline = childElements(target).flatMap((child) => {
    const own = editing.cascade.own(child, 'transform')
    return own === undefined ? outlineIn(editing, child, viewport) : []
  })
  const toLocal = invert(matrixOf(editing, element))
  const isEvenOdd = childElements(target)[0]?.attributes.get('clip-rule') === 'evenodd'
  return outline.length > 0 && toLocal ? [{ outline, toLocal, isEvenOdd }] : []
}

export type Behind = {
  scene: Scene
  /** `#RRGGBB`. */
  ground: string
  pictureColors?: PictureColors | undefined
}

/** The accumulated opacity from which the layers below make no visible difference. */
const opaque = 0.99

/**
 * The color at a point of the document, below a given item.
 * @returns undefined at an image, mask or filter whose colors are unknown.
 */
export function colorAt(
  { scene, ground, pictureColors }: Behind,
  point: Point,
  below: number,
): Rgb | undefined {
  const seen: { color: Rgb; alpha: number }[] = []
  let covered = 0
  for (let at = below - 1; at >= 0 && covered < opaque; at--) {
    const item = scene.items[at]!
    if (!covers(item, point)) continue
    if (item.isUnknown) return undefined
    const drawn = drawnAt(scene.editing, item, point, pictureColors)
    if (drawn === 'unknown') return undefined
    if (!drawn || drawn.alpha <= 0) continue
    seen.push(drawn)
    covered += (1 - covered) * drawn.alpha
  }
  return seen.reduceRight((below, { color, alpha }) => over(color, alpha, below), rgbOfHex(ground))
}

function covers({ bounds, outline, toLocal, isEvenOdd, clips }: SceneItem, point: Point): boolean {
  const [x, y] = point
  if (x < bounds.x || y < bounds.y || x > bounds.x + bounds.width || y > bounds.y + bounds.height)
    return false
  if (!isInside(outline, transformPoint(toLocal, x, y), isEvenOdd)) return false
  return clips.every((clip) => isInside(clip.outline, transformPoint(clip.toLocal, x, y), clip.isEvenOdd))
}

function drawnAt(
  editing: Editing,
  { element, toLocal, opacity, box }: SceneItem,
  [x, y]: Point,
  pictureColors: PictureColors | undefined,
): { color: Rgb; alpha: number } | 'unknown' | undefined {
  const local = transformPoint(toLocal, x, y)
  if (element.name === 'image') {
    const key = /^picture:(.*)$/.exec(hrefOf(element) ?? '')?.[1]
    const color =
      key === undefined
        ? undefined
        : pictureColors?.(key, (local[0] - box.x) / box.width, (local[1] - box.y) / box.height)
    return color ? { color, alpha: (color.alpha ?? 1) * opacity } : 'unknown'
  }
  const fill = paint(editing, element, 'fill')
  if (!fill) return undefined
  const fillOpacity = Number.parseFloat(inherited(editing, element, 'fill-opacity') ?? '1')
  const alpha = opacity * (Number.isFinite(fillOpacity) ? fillOpacity : 1)
  const color = colorOfPaint(editing, fill, local, box)
  return color ? { color, alpha: alpha * color.alpha } : 'unknown'
}

/** The color of a paint at a point in user units of the element. Undefined for patterns. */
export function colorOfPaint(
  editing: Editing,
  fill: { color: string } | { id: string },
  local: Point,
  box: Rectangle,
): (Rgb & { alpha: number }) | undefined {
  if ('color' in fill) return { ...rgbOfHex(hexOf(fill.color) ?? '#000000'), alpha: 1 }
  const target = editing.byId.get(fill.id)
  return target && gradientColor(editing, target, local, box)
}
