import { viewBoxOf } from './size.ts'
import type { SvgElement } from './tree.ts'

/** A transform `matrix(a b c d e f)`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * The product of two matrices. The product applies the second matrix and then the first, as for nested
 * elements.
 */
export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
]

/** Undefined for a singular matrix. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || determinant === 0) return undefined
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

export const transformPoint = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

export type Rectangle = { x: number; y: number; width: number; height: number }

/** Axis-aligned. */
export function transformBox(matrix: Matrix, { x, y, width, height }: Rectangle): Rectangle {
  const corners = [
    transformPoint(matrix, x, y),
    transformPoint(matrix, x + width, y),
    transformPoint(matrix, x, y + height),
    transformPoint(matrix, x + width, y + height),
  ]
  const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

const call = /([a-z]+)\s*\(([^()]*)\)/gi

/** A `transform` attribute, or the CSS property with lengths in pixels. Undefined if it cannot be parsed. */
export function readTransform(text: string | undefined): Matrix | undefined {
  if (text === undefined || /^\s*(none)?\s*$/.test(text)) return identity
  if (text.replace(call, '').replace(/[\s,]/g, '') !== '') return undefined
  let matrix = identity
  for (const [, name, list] of text.matchAll(call)) {
    const next = readFunction(name!.toLowerCase(), list!)
    if (!next) return undefined
    matrix = multiply(matrix, next)
  }
  return matrix
}

function readFunction(name: string, list: string): Matrix | undefined {
  const parts = list.split(/[\s,]+/).filter((part) => part !== '')
  const angle = (part: string) => {
    const unit = /(deg|grad|rad|turn)$/i.exec(part)?.[1]?.toLowerCase()
    return (
      Number.parseFloat(part) *
      { deg: Math.PI / 180, grad: Math.PI / 200, rad: 1, turn: 2 * Math.PI }[unit ?? 'deg']!
    )
  }
  if (parts.some((part) => !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?(px|deg|grad|rad|turn)?$/i.test(part)))
    return undefined
  const numbers = parts.map(Number.parseFloat)
  const [first = 0, second] = numbers
  switch (name) {
    case 'matrix':
      return numbers.length === 6 ? (numbers as unknown as Matrix) : undefined
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0]
    case 'translatex':
      return [1, 0, 0, 1, first, 0]
    case 'translatey':
      return [1, 0, 0, 1, 0, first]
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0]
    case 'scalex':
      return [first, 0, 0, 1, 0, 0]
    case 'scaley':
      return [1, 0, 0, first, 0, 0]
    case 'rotate': {
      const turn = angle(parts[0] ?? '0')
      const [x, y] = [second ?? 0, numbers[2] ?? 0]
      const turned: Matrix = [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]
      return multiply(multiply([1, 0, 0, 1, x, y], turned), [1, 0, 0, 1, -x, -y])
    }
    case 'skewx':
      return [1, 0, Math.tan(angle(parts[0] ?? '0')), 1, 0, 0]
    case 'skewy':
      return [1, Math.tan(angle(parts[0] ?? '0')), 0, 1, 0, 0]
    default:
      return undefined
  }
}

/**
 * Like `readTransform`, but returns the identity for a transform that cannot be parsed, because renderers
 * ignore it.
 */
export const parseTransform = (text: string | undefined): Matrix => readTransform(text) ?? identity

/**
 * The matrix from an element's user units to the user units of the outermost `svg`, whose `viewBox` is not
 * applied.
 */
export function matrixToRoot(
  parents: ReadonlyMap<SvgElement, SvgElement>,
  element: SvgElement,
  transformOf: (element: SvgElement) => string | undefined = ({ attributes }) => attributes.get('transform'),
): Matrix {
  let matrix = identity
  for (let at: SvgElement | undefined = element; at; at = parents.get(at)) {
    const parent = parents.get(at)
    if (at.name === 'svg' && parent) matrix = multiply(viewportMatrix(at), matrix)
    if (parent || at.name !== 'svg') matrix = multiply(parseTransform(transformOf(at)), matrix)
  }
  return matrix
}

/** The matrix of a nested `svg`: its position and `viewBox` (SVG 2 §8.2). */
function viewportMatrix(element: SvgElement): Matrix {
  const number = (name: string) => Number.parseFloat(element.attributes.get(name) ?? '')
  const [x, y] = [number('x') || 0, number('y') || 0]
  const box = viewBoxOf(element)
  const [width, height] = [number('width'), number('height')]
  if (!box || !(width > 0) || !(height > 0)) return [1, 0, 0, 1, x, y]
  const ratio = element.attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  let [scaleX, scaleY] = [width / box.width, height / box.height]
  if (!ratio.includes('none')) {
    const scale = ratio.includes('slice') ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY)
    ;[scaleX, scaleY] = [scale, scale]
  }
  const part = (name: string) => (name.includes('Min') ? 0 : name.includes('Max') ? 1 : 0.5)
  const [alongX, alongY] = [
    part(/xM\w{2}/.exec(ratio)?.[0] ?? 'xMid'),
    part(/YM\w{2}/.exec(ratio)?.[0] ?? 'YMid'),
  ]
  return [
    scaleX,
    0,
    0,
    scaleY,
    x + (width - box.width * scaleX) * alongX - box.x * scaleX,
    y + (height - box.height * scaleY) * alongY - box.y * scaleY,
  ]
}
