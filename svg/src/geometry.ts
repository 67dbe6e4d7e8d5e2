import { sizeOf, viewBoxOf } from './size.ts'
import { type SvgElement, textOf } from './tree.ts'

/** The extent in user units, before any transform. */
export type Extent = {
  width: number
  height: number
  length: number
  lines: number
  /** The sum of the heights of these lines, in canvas heights, at most 1 for each line. */
  crossings: number
  curves: number
  /**
   * The sum of the square roots of the curves' lengths, relative to the canvas, because a curve becomes as
   * many lines.
   */
  curvature: number
}

const nothing: Extent = { width: 0, height: 0, length: 0, lines: 0, crossings: 0, curves: 0, curvature: 0 }

/** Maximum length of a curve, relative to the canvas. Renderers drop longer curves. */
export const curveLengthMax = 30_000

type Canvas = { width: number; height: number }

/** User units. */
export function canvasOf(root: SvgElement): Canvas {
  const size = sizeOf(root)
  return viewBoxOf(root) ?? { width: size?.width.pixels ?? 100, height: size?.height.pixels ?? 100 }
}

/**
 * The approximate size of a shape, an image or a text element, and the length of its outline. Percentages relate to
 * the canvas.
 */
export function extentOf(element: SvgElement, canvas: Canvas): Extent {
  const { name, attributes } = element
  const across = (key: string) => lengthOf(attributes.get(key), canvas.width)
  const down = (key: string) => lengthOf(attributes.get(key), canvas.height)
  const box = (width: number, height: number) => {
    const [w, h] = [Math.max(0, width), Math.max(0, height)]
    const crossings = 2 * crossingsOf(h, canvas)
    return { ...nothing, width: w, height: h, length: 2 * (w + h), lines: 2, crossings }
  }
  const oval = (width: number, height: number) => {
    const around = box(width, height)
    return { ...around, curves: 1, curvature: curvatureOf(around.length, canvas) }
  }
  if (name === 'rect' || name === 'image') return box(across('width'), down('height'))
  if (name === 'circle') return oval(2 * across('r'), 2 * across('r'))
  if (name === 'ellipse') return oval(2 * across('rx'), 2 * down('ry'))
  if (name === 'line') {
    const [width, height] = [across('x2') - across('x1'), down('y2') - down('y1')].map(Math.abs)
    const length = Math.hypot(width!, height!)
    const crossings = crossingsOf(height!, canvas)
    return { ...nothing, width: width!, height: height!, length, lines: 1, crossings }
  }
  if (name === 'polyline' || name === 'polygon')
    return pathExtent(`M${attributes.get('points') ?? ''}`, canvas)
  if (name === 'path') return pathExtent(attributes.get('d') ?? '', canvas)
  if (name === 'text') {
    const size = Number.parseFloat(attributes.get('font-size') ?? '16') || 16
    return { ...nothing, width: textOf(element).length * size * 0.5, height: size }
  }
  return nothing
}

function lengthOf(text = '', whole: number): number {
  const number = Number.parseFloat(text)
  if (!Number.isFinite(number)) return 0
  return text.trim().endsWith('%') ? (number / 100) * whole : number
}

/** The part of the canvas height that a line crosses. Lines above and below the canvas cost nothing. */
const crossingsOf = (rise: number, canvas: Canvas) => Math.min(1, Math.abs(rise) / canvas.height || 0)

const curvatureOf = (length: number, canvas: Canvas) =>
  Math.sqrt(Math.min(curveLengthMax, length / Math.max(canvas.width, canvas.height) || 0))

const tokens = /([a-z])|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/gi

const curveCommands = new Set('CSQTA')
const counts: Record<string, number> = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }

/**
 * The bounding box of all end and control points, and the length of the lines between end points. Curves are
 * taken for the lines between their control points.
 */
function pathExtent(d: string, canvas: Canvas): Extent {
  let [x, y, length, lines, crossings, curves, curvature] = [0, 0, 0, 0, 0, 0, 0]
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  const see = (pointX: number, pointY: number) => {
    box.left = Math.min(box.left, pointX)
    box.right = Math.max(box.right, pointX)
    box.top = Math.min(box.top, pointY)
    box.bottom = Math.max(box.bottom, pointY)
  }
  let command = 'M'
  let isRelative = false
  let numbers: number[] = []
  const step = () => {
    const [originX, originY] = isRelative ? [x, y] : [0, 0]
    const from = [x, y]
    let [lastX, lastY, curveLength] = [x, y, 0]
    const lineTo = (nextX: number, nextY: number) => {
      curveLength += Math.hypot(nextX - lastX, nextY - lastY)
      if (command !== 'M') {
        lines += 1
        crossings += crossingsOf(nextY - lastY, canvas)
      }
      ;[lastX, lastY] = [nextX, nextY]
    }
    if (command === 'H') x = originX + numbers[0]!
    else if (command === 'V') y = originY + numbers[0]!
    else {
      const first = command === 'A' ? 5 : 0
      for (let at = first; at + 1 < numbers.length; at += 2) {
        see(originX + numbers[at]!, originY + numbers[at + 1]!)
        lineTo(originX + numbers[at]!, originY + numbers[at + 1]!)
      }
      x = originX + numbers.at(-2)!
      y = originY + numbers.at(-1)!
    }
    if (command === 'A') {
      const [radiusX, radiusY] = [Math.abs(numbers[0]!), Math.abs(numbers[1]!)]
      see(x + radiusX, y + radiusY)
      length += radiusX + radiusY
      curveLength += 4 * (radiusX + radiusY)
      lines += 2
      crossings += 2 * crossingsOf(2 * radiusY, canvas)
    }
    if (command === 'V') lineTo(x, y)
    if (curveCommands.has(command)) {
      curves += 1
      curvature += curvatureOf(curveLength, canvas)
    }
    see(x, y)
    length += Math.hypot(x - from[0]!, y - from[1]!)
    // Additional points after a move are lines.
    if (command === 'M') command = 'L'
    numbers = []
  }
  for (const [token, letter] of d.matchAll(tokens)) {
    if (letter === undefined) {
      numbers.push(Number(token))
      if (numbers.length === counts[command]) step()
    } else if (letter.toUpperCase() in counts) {
      command = letter.toUpperCase()
      isRelative = letter !== command
      numbers = []
    }
  }
  if (box.left > box.right) return nothing
  return {
    width: box.right - box.left,
    height: box.bottom - box.top,
    length,
    lines,
    crossings,
    curves,
    curvature,
  }
}

/** 1 if the transform cannot be parsed. */
export function areaFactor(transform: string | undefined): number {
  if (!transform) return 1
  let factor = 1
  for (const [, name, list] of transform.matchAll(/(matrix|scale)\s*\(([^)]*)\)/gi)) {
    const [a = 1, b = 0, c = 0, d = 0] = list!
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map(Number)
    if (name!.toLowerCase() === 'matrix') factor *= Math.abs(a * d - b * c)
    else factor *= Math.abs(a * (list!.trim().split(/[\s,]+/).length > 1 ? b : a))
  }
  return Number.isFinite(factor) ? factor : 1
}
