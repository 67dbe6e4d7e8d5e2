import type { Rectangle } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'

export type Point = readonly [x: number, y: number]
/** Closed polygons. */
export type Outline = Point[][]

/** Number of line segments per curve. */
const stepsPerCurve = 12
/** Maximum number of points of an outline, because backgrounds are not computed for a detailed map. */
const pointsMax = 20_000

type ReadValue = (element: SvgElement, property: string) => string | undefined

/**
 * Flattens a shape to polygons, in its own user units.
 * @param viewport the base of percentages.
 */
export function outlineOf(
  element: SvgElement,
  read: ReadValue,
  viewport: { width: number; height: number },
): Outline {
  const length = (name: string, whole: number) => lengthIn(read(element, name), whole)
  const across = (name: string) => length(name, viewport.width) ?? 0
  const down = (name: string) => length(name, viewport.height) ?? 0
  switch (element.name) {
    case 'rect': {
      const [radiusX, radiusY] = [length('rx', viewport.width), length('ry', viewport.height)]
      return [
        rectangle(
          { x: across('x'), y: down('y'), width: across('width'), height: down('height') },
          radiusX ?? radiusY ?? 0,
          radiusY ?? radiusX ?? 0,
        ),
      ]
    }
    case 'image':
      return [
        rectangle({ x: across('x'), y: down('y'), width: across('width'), height: down('height') }, 0, 0),
      ]
    case 'circle':
      return [ellipse(across('cx'), down('cy'), across('r'), across('r'))]
    case 'ellipse':
      return [ellipse(across('cx'), down('cy'), across('rx'), down('ry'))]
    case 'polyline':
    case 'polygon':
      return pathOutline(`M${element.attributes.get('points') ?? ''}`)
    case 'path':
      return pathOutline(element.attributes.get('d') ?? '')
    default:
      return []
  }
}

/** The length in user units. Undefined for anything except a length, such as `auto`. */
export function lengthIn(text: string | undefined, whole: number): number | undefined {
  const [, number, unit = ''] =
    /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)\s*$/i.exec(text ?? '') ?? []
  if (number === undefined) return undefined
  return Number(number) * (unit === '%' ? whole / 100 : (pixelsPer[unit.toLowerCase()] ?? 1))
}

const pixelsPer: Record<string, number> = {
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
}

function rectangle({ x, y, width, height }: Rectangle, rx: number, ry: number): Point[] {
  if (width <= 0 || height <= 0) return []
  const [right, bottom] = [x + width, y + height]
  if (rx <= 0 || ry <= 0)
    return [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
    ]
  const [a, b] = [Math.min(rx, width / 2), Math.min(ry, height / 2)]
  const corner = (cx: number, cy: number, from: number) =>
    Array.from({ length: 7 }, (_, at): Point => {
      const angle = ((from + at * 15) * Math.PI) / 180
      return [cx + a * Math.cos(angle), cy + b * Math.sin(angle)]
    })
  return [
    ...corner(right - a, y + b, -90),
    ...corner(right - a, bottom - b, 0),
    ...corner(x + a, bottom - b, 90),
    ...corner(x + a, y + b, 180),
  ]
}

function ellipse(cx: number, cy: number, rx: number, ry: number): Point[] {
  if (rx <= 0 || ry <= 0) return []
  const steps = stepsPerCurve * 4
  return Array.from({ length: steps }, (_, at): Point => {
    const angle = (at / steps) * 2 * Math.PI
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
}

const tokens = /([a-df-z])|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/gi
const counts: Record<string, number> = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }

function pathOutline(d: string): Outline {
  const outline: Outline = []
  let figure: Point[] = []
  let [x, y] = [0, 0]
  let control: Point | undefined
  let points = 0
  const add = (toX: number, toY: number) => {
    figure.push([toX, toY])
    points++
    ;[x, y] = [toX, toY]
  }
  const close = () => {
    if (figure.length > 2) outline.push(figure)
    figure = []
  }
  const cubic = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number) => {
    const [fromX, fromY] = [x, y]
    for (let step = 1; step <= stepsPerCurve; step++) {
      const t = step / stepsPerCurve
      const u = 1 - t
      const [a, b, c, e] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const
      add(a * fromX + b * x1 + c * x2 + e * toX, a * fromY + b * y1 + c * y2 + e * toY)
    }
  }
  const segment = (command: string, isRelative: boolean, n: number[]) => {
    const [ox, oy] = isRelative ? [x, y] : [0, 0]
    const at = (index: number): Point => [n[index]! + ox, n[index + 1]! + oy]
    let nextControl: Point | undefined
    switch (command) {
      case 'M': {
        close()
        const [toX, toY] = at(0)
        add(toX, toY)
        break
      }
      case 'L': {
        add(...at(0))
        break
      }
      case 'H':
        add(n[0]! + ox, y)
        break
      case 'V':
        add(x, n[0]! + oy)
        break
      case 'C':
      case 'S': {
        const isSmooth = command === 'S'
        const first: Point = isSmooth ? (control ? [2 * x - control[0], 2 * y - control[1]] : [x, y]) : at(0)
        const second = at(isSmooth ? 0 : 2)
        const end = at(isSmooth ? 2 : 4)
        cubic(...first, ...second, ...end)
        nextControl = second
        break
      }
      case 'Q':
      case 'T': {
        const isSmooth = command === 'T'
        const middle: Point = isSmooth ? (control ? [2 * x - control[0], 2 * y - control[1]] : [x, y]) : at(0)
        const [toX, toY] = at(isSmooth ? 0 : 2)
        cubic(
          x + (2 / 3) * (middle[0] - x),
          y + (2 / 3) * (middle[1] - y),
          toX + (2 / 3) * (middle[0] - toX),
          toY + (2 / 3) * (middle[1] - toY),
          toX,
          toY,
        )
        nextControl = middle
        break
      }
      case 'A':
        for (const point of arc([x, y], n, at(5))) add(...point)
        break
      default:
    }
    control = nextControl
  }
  let command = 'M'
  let isRelative = false
  let numbers: number[] = []
  for (const [token, letter] of d.matchAll(tokens)) {
    if (points > pointsMax) break
    if (letter !== undefined) {
      command = letter.toUpperCase()
      isRelative = letter !== command
      numbers = []
      if (command === 'Z') {
        const start = figure[0]
        close()
        if (start) add(...start)
      }
      continue
    }
    numbers.push(Number(token))
    if (numbers.length !== counts[command]) continue
    segment(command, isRelative, numbers)
    numbers = []
    // Additional points after a moveto are lines (SVG 2 §9.3.3).
    if (command === 'M') command = 'L'
  }
  close()
  return outline
}

/** Converts an arc from end points to its center (SVG 2 §B.2.4). */
function arc([x, y]: Point, n: number[], [toX, toY]: Point): Point[] {
  const [rx0, ry0, rotation, large, sweep] = n as [number, number, number, number, number]
  let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)]
  if (rx === 0 || ry === 0 || (x === toX && y === toY)) return [[toX, toY]]
  const angle = (rotation * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [halfX, halfY] = [(x - toX) / 2, (y - toY) / 2]
  const [px, py] = [cosine * halfX + sine * halfY, -sine * halfX + cosine * halfY]
  const scale = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2)
  if (scale > 1) [rx, ry] = [rx * scale, ry * scale]
  const numerator = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
  const factor =
    Math.sqrt(Math.max(0, numerator / ((rx * py) ** 2 + (ry * px) ** 2))) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx]
  const from = Math.atan2((py - cy) / ry, (px - cx) / rx)
  let turn = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - from
  if (sweep && turn < 0) turn += 2 * Math.PI
  if (!sweep && turn > 0) turn -= 2 * Math.PI
  const [middleX, middleY] = [(x + toX) / 2, (y + toY) / 2]
  return Array.from({ length: stepsPerCurve }, (_, at): Point => {
    const t = from + (turn * (at + 1)) / stepsPerCurve
    const [ux, uy] = [cx + rx * Math.cos(t), cy + ry * Math.sin(t)]
    return at === stepsPerCurve - 1
      ? [toX, toY]
      : [cosine * ux - sine * uy + middleX, sine * ux + cosine * uy + middleY]
  })
}

/** Undefined for an empty outline. */
export function boundsOf(outline: Outline): Rectangle | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const figure of outline)
    for (const [x, y] of figure) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whether a point is inside, by `fill-rule`. */
export function isInside(outline: Outline, [x, y]: Point, isEvenOdd: boolean): boolean {
  let winding = 0
  let crossings = 0
  for (const figure of outline) {
    let [fromX, fromY] = figure.at(-1)!
    for (const [toX, toY] of figure) {
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) {
        crossings++
        winding += toY > fromY ? 1 : -1
      }
      ;[fromX, fromY] = [toX, toY]
    }
  }
  return isEvenOdd ? crossings % 2 === 1 : winding !== 0
}
