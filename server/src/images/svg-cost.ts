import { areaFactor, curveLengthMax, type Extent, extentOf } from '@atelier/svg/geometry'
import { keysOf, ownDeclarations, type Sheets } from '@atelier/svg/styles'
import { childElements, type SvgElement, textOf } from '@atelier/svg/tree'
import { drawingPixels } from './limits.ts'

/**
 * The estimated cost of drawing, in milliseconds of CPU on a canvas of 1,600 × 1,600 pixels, measured with
 * librsvg 2.63 (docs/decisions/drawing-cost.md). The budget of the process limits costs that the estimate misses.
 */
export type Work = {
  /** Costs the same at any size. */
  fixedMs: number
  /** Long curves, and lines across the canvas. This cost grows with the scale of the drawing. */
  outlineMs: number
  /** Maximum of `outlineMs` at any scale. */
  outlineMsMax: number
  /** Proportional to the drawn area. */
  areaMs: number
  /** The cost if each part covered the whole canvas, because nothing is drawn outside of it. */
  areaMsMax: number
  /** The drawn part of the canvas, 0 to 1. */
  area: number
  /** Layers that are open at the same time, each as large as the canvas. */
  layers: number
}

export type Canvas = { width: number; height: number }

const elementMs = 0.03
/**
 * The costs of comparing an element with a selector, with each part of a selector, and per combinator with an
 * ancestor or a sibling.
 */
const selectorMs = 0.00004
const selectorPartMs = 0.00002
const ancestorMs = 0.00004
const siblingMs = 0.00007
const glyphMs = 0.06
const outlineLetterMs = 0.0003
const dashMs = 0.0002
/** Cost of a line across the whole height that crosses other lines. */
const crossingMs = 0.5
/** Cost of a curve as long as the canvas. */
const curveMs = 0.16
const fillMs = 0.5
const opacityMs = 4
const blendMs = 32
const maskMs = 45
const paints: Record<string, number> = { radialGradient: 32, linearGradient: 1, pattern: 1 }

const primitives: Record<string, number> = {
  feGaussianBlur: 545,
  feDropShadow: 545,
  feDisplacementMap: 2_640,
  feDiffuseLighting: 400,
  feSpecularLighting: 400,
  feColorMatrix: 100,
  feComponentTransfer: 60,
  feComposite: 25,
  feBlend: 30,
  feMergeNode: 95,
  feImage: 10,
  feTile: 10,
  feOffset: 10,
  feFlood: 5,
}
const octaveMs = 190
const octavesMax = 10
/** Cost of each neighboring pixel that is read per pixel. */
const morphologyMs = 25
const morphologyRadiusMax = 10
const convolutionMs = 55
/** The default filter region, which is 10 % larger on each side (SVG 1.1 §15.5). */
const regionDefault = 1.44

/** The cost of the element itself, without its content and its references. */
export function ownWork(element: SvgElement, canvas: Canvas, dashLength: number): Work {
  const extent = extentOf(element, canvas)
  const area = partOf(extent, canvas)
  const glyphs = element.name === 'text' ? textOf(element).length : 0
  const letters = (element.attributes.get('d') ?? element.attributes.get('points') ?? '').length
  const fixedMs =
    elementMs + glyphs * glyphMs + letters * outlineLetterMs + dashesIn(extent, dashLength) * dashMs
  const outlineMs = extent.crossings * crossingMs + extent.curvature * curveMs
  const outlineMsMax = extent.lines * crossingMs + extent.curves * Math.sqrt(curveLengthMax) * curveMs
  return {
    fixedMs,
    outlineMs,
    outlineMsMax,
    areaMs: area * fillMs,
    areaMsMax: area > 0 ? fillMs : 0,
    area,
    layers: 0,
  }
}

const partOf = ({ width, height }: Extent, canvas: Canvas) =>
  Math.min(1, width / canvas.width) * Math.min(1, height / canvas.height)

const dashesIn = ({ length }: Extent, dashLength: number) => (dashLength > 0 ? length / dashLength : 0)

/** The mean dash length of an element. 0 without dashes, undefined if it inherits. */
export function dashLengthOf(element: SvgElement, sheets: Sheets): number | undefined {
  const dashes = ownValue(element, 'stroke-dasharray', sheets)
  if (dashes === undefined) return undefined
  const lengths = dashes
    .split(/[\s,]+/)
    .map(Number.parseFloat)
    .filter(Number.isFinite)
  return lengths.length > 0 ? lengths.reduce((sum, one) => sum + Math.abs(one), 0) / lengths.length : 0
}

/** The CPU time in milliseconds for finding the rules of all descendants of this element. */
export function matchingMs(root: SvgElement, { matching }: Sheets): number {
  const { selectors, parts, combinators, siblings } = matching
  const each = selectors * selectorMs + parts * selectorPartMs
  const msOf = (element: SvgElement, depth: number, place: number): number => {
    const keys = keysOf(element)
    const countIn = (found: ReadonlyMap<string, number>) =>
      keys.reduce((sum, key) => sum + (found.get(key) ?? 0), 0)
    const own = countIn(combinators) * depth * ancestorMs + countIn(siblings) * place * siblingMs
    return childElements(element).reduce((sum, child, at) => sum + msOf(child, depth + 1, at), each + own)
  }
  return selectors === 0 ? 0 : msOf(root, 0, 0)
}

/** Adds the cost of several drawings in sequence. */
export function add(work: Work, more: Work, times = 1): void {
  work.fixedMs += more.fixedMs * times
  work.outlineMs += more.outlineMs * times
  work.outlineMsMax += more.outlineMsMax * times
  work.areaMs += more.areaMs * times
  work.areaMsMax += more.areaMsMax * times
  work.area = Math.min(1, work.area + more.area)
  work.layers = Math.max(work.layers, more.layers)
}

/** The cost of a paint server, because a gradient or pattern covers each shape that uses it. */
export function addPaint(work: Work, target: SvgElement, shapes: number): void {
  const ms = paints[target.name] ?? 0
  work.areaMs += ms * Math.min(shapes, work.area)
  work.areaMsMax += ms * shapes
}

export function addMask(work: Work): void {
  work.fixedMs += maskMs
  work.layers += 1
}

export function addFilter(work: Work, filter: SvgElement, canvas: Canvas): void {
  const ms = childElements(filter).reduce((sum, one) => sum + primitiveMs(one, canvas), 0)
  addFiltered(work, ms, regionOf(filter, canvas))
}

function addFiltered(work: Work, ms: number, region: number) {
  work.areaMs += ms * Math.min(1, Math.max(work.area * region, 0))
  work.areaMsMax += ms
  work.layers += 1
}

/** The area of the filter region relative to the filtered element. */
function regionOf({ attributes }: SvgElement, canvas: Canvas): number {
  const side = (key: string) => {
    const text = attributes.get(key)
    const number = Number.parseFloat(text ?? '')
    if (!Number.isFinite(number)) return undefined
    return text!.trim().endsWith('%') ? number / 100 : number
  }
  const [width, height] = [side('width'), side('height')]
  if (width === undefined || height === undefined) return regionDefault
  if (attributes.get('filterUnits') === 'userSpaceOnUse')
    return Math.max(1, (width * height) / (canvas.width * canvas.height))
  return width * height
}

function primitiveMs(primitive: SvgElement, canvas: Canvas): number {
  const { name, attributes } = primitive
  const number = (key: string, preset: number) => {
    const found = Number.parseFloat(attributes.get(key) ?? '')
    return Number.isFinite(found) ? found : preset
  }
  if (name === 'feMerge')
    return childElements(primitive).reduce((sum, node) => sum + (primitives[node.name] ?? 0), 0)
  if (name === 'feTurbulence') return octaveMs * Math.min(octavesMax, number('numOctaves', 1))
  if (name === 'feConvolveMatrix') return convolutionMs * number('order', 3) ** 2
  if (name === 'feMorphology') {
    const scale = Math.sqrt(drawingPixels) / Math.max(canvas.width, canvas.height)
    const radius = Math.min(morphologyRadiusMax, number('radius', 0) * scale)
    return radius > 0 ? morphologyMs * (2 * radius + 1) ** 2 : 0
  }
  return primitives[name] ?? 0
}

/** The cost of the element's own style: opacity, blending, filter functions, and its transform. */
export function addStyle(work: Work, element: SvgElement, sheets: Sheets): void {
  const value = (property: string) => ownValue(element, property, sheets)
  const opacity = value('opacity')
  if (opacity !== undefined && Number(opacity) !== 1) {
    work.areaMs += opacityMs * work.area
    work.areaMsMax += opacityMs
    work.layers += 1
  }
  if ((value('mix-blend-mode') ?? 'normal') !== 'normal' || value('isolation') === 'isolate') {
    work.fixedMs += blendMs
    work.layers += 1
  }
  const functions = value('filter')?.match(/(?:blur|drop-shadow)\(/gi)?.length ?? 0
  if (functions > 0) addFiltered(work, functions * primitives.feGaussianBlur!, regionDefault)
  const factor = areaFactor(element.attributes.get('transform'))
  work.outlineMs = Math.min(work.outlineMsMax, work.outlineMs * Math.sqrt(factor))
  work.areaMs = Math.min(work.areaMsMax, work.areaMs * factor)
  work.area = Math.min(1, work.area * factor)
}

/** The last value of a property that is set on this element, without inheritance. */
export function ownValue(element: SvgElement, property: string, { plain }: Sheets): string | undefined {
  const style = element.attributes.get('style')
  if (style?.toLowerCase().includes(property)) {
    const own = ownDeclarations(element).findLast(([name]) => name === property)
    if (own) return own[1]
  }
  if (plain.size > 0) {
    const keys = keysOf(element).reverse()
    for (const key of keys) {
      const found = plain.get(key)?.get(property)
      if (found !== undefined) return found
    }
  }
  return element.attributes.get(property)
}
