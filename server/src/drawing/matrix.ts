import { identity, type Matrix, multiply, type Rectangle } from '@atelier/svg/transforms'

/** Undefined for a singular matrix. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-12) return undefined
  const [p, q, r, s] = [d / determinant, -b / determinant, -c / determinant, a / determinant]
  return [p, q, r, s, -(p * e + r * f), -(q * e + s * f)]
}

/** Expands to whole pixels. A thousandth of a pixel does not add one more. */
export function wholePixels({ x, y, width, height }: Rectangle): Rectangle {
  const [left, top] = [Math.floor(x + 1e-3), Math.floor(y + 1e-3)]
  const [right, bottom] = [Math.ceil(x + width - 1e-3), Math.ceil(y + height - 1e-3)]
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

export function intersection(one: Rectangle, other: Rectangle): Rectangle {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

/** The scale of the matrix along the axes of the image. */
export const scalesOf = ([a, b, c, d]: Matrix) => [Math.hypot(a, b), Math.hypot(c, d)] as const

const call = /([a-z]+)\s*\(([^()]*)\)/gi

/** A `transform`, as attribute or in CSS. Undefined when it cannot be parsed. */
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
