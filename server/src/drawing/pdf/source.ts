import { type Cascade, readCascade } from '@atelier/svg/cascade'
import { pixelsPer, viewBoxOf } from '@atelier/svg/size'
import {
  identity,
  type Matrix,
  multiply,
  type Rectangle,
  readTransform,
  transformBox,
} from '@atelier/svg/transforms'
import { childElements, hrefOf, localTarget, parentsIn, type SvgElement } from '@atelier/svg/tree'
import { indexOf } from '../plan.ts'
import { fitted } from '../view.ts'
import { boxOfOutline, outlineOf, type Segment } from './outlines.ts'

type Size = { width: number; height: number }

/** A document to draw: the filled document, or a vector image in it. */
export type Source = { root: SvgElement; cascade: Cascade; byId: ReadonlyMap<string, SvgElement> }

export const sourceOf = (root: SvgElement): Source => ({
  root,
  cascade: readCascade(root, parentsIn(root)),
  byId: indexOf(root),
})

/** Percentages are relative to the viewport. */
export function lengthOf(
  text: string | undefined,
  axis: 'x' | 'y' | 'both',
  viewport: Size,
  fontSize = 16,
): number {
  const [, number, unit = ''] =
    /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? '') ?? []
  if (number === undefined) return 0
  const value = Number(number)
  if (unit === '%') {
    const { width, height } = viewport
    const whole = axis === 'x' ? width : axis === 'y' ? height : Math.hypot(width, height) / Math.SQRT2
    return (value / 100) * whole
  }
  const lower = unit.toLowerCase()
  if (lower === 'em' || lower === 'rem') return value * fontSize
  if (lower === 'ex' || lower === 'ch') return (value * fontSize) / 2
  return value * (pixelsPer[lower] ?? 1)
}

export const lengthReader =
  ({ cascade }: Source, element: SvgElement, viewport: Size, fontSize?: number) =>
  (name: string, axis: 'x' | 'y' | 'both') =>
    lengthOf(cascade.own(element, name), axis, viewport, fontSize)

export function outlineIn(
  source: Source,
  element: SvgElement,
  viewport: Size,
  fontSize?: number,
): Segment[] | undefined {
  const own = (property: string) => source.cascade.own(element, property)
  return outlineOf(element, own, lengthReader(source, element, viewport, fontSize))
}

export function referenced(
  { cascade, byId }: Source,
  element: SvgElement,
  property: string,
): SvgElement | undefined {
  const value = cascade.own(element, property)
  return byId.get(/^url\(\s*["']?#([^"')]+)["']?\s*\)/.exec(value ?? '')?.[1] ?? '')
}

export const isStated = ({ cascade }: Source, element: SvgElement, property: string) => {
  const value = cascade.own(element, property)?.trim()
  return value !== undefined && value !== '' && value !== 'none'
}

/** The transform of an element around its `transform-origin`. */
export function transformOf({ cascade }: Source, element: SvgElement, viewport: Size): Matrix {
  const matrix = readTransform(cascade.own(element, 'transform')) ?? identity
  const origin = cascade.own(element, 'transform-origin')?.trim().split(/\s+/)
  if (!origin || matrix === identity) return matrix
  const named: Record<string, string> = {
    left: '0%',
    top: '0%',
    center: '50%',
    right: '100%',
    bottom: '100%',
  }
  const [x, y] = [origin[0], origin[1] ?? '50%'].map((part, index) =>
    lengthOf(named[part!] ?? part, index === 0 ? 'x' : 'y', viewport),
  ) as [number, number]
  return multiply(multiply([1, 0, 0, 1, x, y], matrix), [1, 0, 0, 1, -x, -y])
}

/** The content of a `use`, and its viewport if the content is a symbol or an SVG. */
export function used(source: Source, element: SvgElement, viewport: Size) {
  const target = source.byId.get(localTarget(element) ?? '')
  const length = lengthReader(source, element, viewport)
  const at: Matrix = [1, 0, 0, 1, length('x', 'x'), length('y', 'y')]
  return target && { target, matrix: at }
}

/** The viewport of a nested SVG or a symbol, and the matrix to its content. */
export function viewportOf(
  source: Source,
  element: SvgElement,
  viewport: Size,
  size?: { width?: string | undefined; height?: string | undefined },
) {
  const own = (name: string) => element.attributes.get(name)
  const rect = {
    x: element.name === 'svg' ? lengthOf(own('x'), 'x', viewport) : 0,
    y: element.name === 'svg' ? lengthOf(own('y'), 'y', viewport) : 0,
    width: lengthOf(size?.width ?? own('width') ?? '100%', 'x', viewport),
    height: lengthOf(size?.height ?? own('height') ?? '100%', 'y', viewport),
  }
  const box = viewBoxOf(element)
  const matrix: Matrix = box ? matrixTo(box, rect, own('preserveAspectRatio')) : [1, 0, 0, 1, rect.x, rect.y]
  const isClipped = (source.cascade.own(element, 'overflow') ?? 'hidden') !== 'visible'
  return { rect, matrix, inner: box ?? rect, isClipped }
}

export function matrixTo(box: Rectangle, rect: Rectangle, preserveAspectRatio = 'xMidYMid meet'): Matrix {
  const to = fitted(box, rect, preserveAspectRatio)
  const [scaleX, scaleY] = [to.width / box.width, to.height / box.height]
  return [scaleX, 0, 0, scaleY, to.x - box.x * scaleX, to.y - box.y * scaleY]
}

const containers = new Set(['g', 'a', 'svg', 'switch', 'symbol'])

/** The bounding box of an element's geometry in its own user space (SVG 2 §8.10). */
export function boundingBox(
  source: Source,
  element: SvgElement,
  viewport: Size,
  matrix = identity,
  depth = 0,
): Rectangle | undefined {
  if (depth > 64 || source.cascade.own(element, 'display') === 'none') return undefined
  const inner = depth === 0 ? matrix : multiply(matrix, transformOf(source, element, viewport))
  const outline = outlineIn(source, element, viewport)
  if (outline) return boxOfOutline(outline, inner)
  if (element.name === 'image') {
    const length = lengthReader(source, element, viewport)
    const rect = {
      x: length('x', 'x'),
      y: length('y', 'y'),
      width: length('width', 'x'),
      height: length('height', 'y'),
    }
    return hrefOf(element) && rect.width > 0 && rect.height > 0 ? transformBox(inner, rect) : undefined
  }
  if (element.name === 'use') {
    const copy = used(source, element, viewport)
    return (
      copy &&
      boundingBox(
        source,
        copy.target,
        viewport,
        multiply(inner, multiply(copy.matrix, transformOf(source, copy.target, viewport))),
        depth + 1,
      )
    )
  }
  if (!containers.has(element.name)) return undefined
  const isNested = element.name === 'svg' && depth > 0
  const nested = isNested ? viewportOf(source, element, viewport) : undefined
  const content = nested ? multiply(inner, nested.matrix) : inner
  return childElements(element)
    .map((child) => boundingBox(source, child, nested?.inner ?? viewport, content, depth + 1))
    .filter((box) => box !== undefined)
    .reduce<Rectangle | undefined>((all, box) => (all ? union(all, box) : box), undefined)
}

function union(one: Rectangle, other: Rectangle): Rectangle {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}
