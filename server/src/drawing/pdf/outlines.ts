import { type Matrix, type Rectangle, transformPoint } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'

/** Segments in absolute coordinates. All curves are cubic. */
export type Segment =
  | { type: 'M' | 'L'; x: number; y: number }
  | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { type: 'Z' }

type Length = (name: string, axis: 'x' | 'y' | 'both') => number

/** The outline of a shape in user units. Undefined for other elements. */
export function outlineOf(
  { name, attributes }: SvgElement,
  own: (property: string) => string | undefined,
  length: Length,
): Segment[] | undefined {
  switch (name) {
    case 'path':
      return readPath((own('d') ?? '').replace(/^path\(["']?|["']?\)$/g, ''))
    case 'rect':
      return rectangle(own, length)
    case 'circle':
      return ellipse(length('cx', 'x'), length('cy', 'y'), length('r', 'both'), length('r', 'both'))
    case 'ellipse': {
      const [rx, ry] = [own('rx') ?? 'auto', own('ry') ?? 'auto']
      const [across, down] = [length('rx', 'x'), length('ry', 'y')]
      return ellipse(
        length('cx', 'x'),
        length('cy', 'y'),
        rx === 'auto' ? down : across,
        ry === 'auto' ? across : down,
      )
    }
    case 'line':
      return [
        { type: 'M', x: length('x1', 'x'), y: length('y1', 'y') },
        { type: 'L', x: length('x2', 'x'), y: length('y2', 'y') },
      ]
    case 'polyline':
    case 'polygon':
      return polygon(attributes.get('points') ?? '', name === 'polygon')
    default:
      return undefined
  }
}

function rectangle(own: (property: string) => string | undefined, length: Length): Segment[] {
  const [x, y, width, height] = [
    length('x', 'x'),
    length('y', 'y'),
    length('width', 'x'),
    length('height', 'y'),
  ]
  if (!(width > 0 && height > 0)) return []
  const stated = { rx: own('rx') ?? 'auto', ry: own('ry') ?? 'auto' }
  const [across, down] = [length('rx', 'x'), length('ry', 'y')]
  const rx = Math.min(width / 2, Math.max(0, stated.rx === 'auto' ? down : across))
  const ry = Math.min(height / 2, Math.max(0, stated.ry === 'auto' ? across : down))
  if (rx === 0 || ry === 0) {
    return [
      { type: 'M', x, y },
      { type: 'L', x: x + width, y },
      { type: 'L', x: x + width, y: y + height },
      { type: 'L', x, y: y + height },
      { type: 'Z' },
    ]
  }
  const [right, bottom] = [x + width, y + height]
  const [kx, ky] = [rx * (1 - kappa), ry * (1 - kappa)]
  return [
    { type: 'M', x: x + rx, y },
    { type: 'L', x: right - rx, y },
    { type: 'C', x1: right - kx, y1: y, x2: right, y2: y + ky, x: right, y: y + ry },
    { type: 'L', x: right, y: bottom - ry },
    { type: 'C', x1: right, y1: bottom - ky, x2: right - kx, y2: bottom, x: right - rx, y: bottom },
    { type: 'L', x: x + rx, y: bottom },
    { type: 'C', x1: x + kx, y1: bottom, x2: x, y2: bottom - ky, x, y: bottom - ry },
    { type: 'L', x, y: y + ry },
    { type: 'C', x1: x, y1: y + ky, x2: x + kx, y2: y, x: x + rx, y },
    { type: 'Z' },
  ]
}

/** Distance of the control points of a quarter circle from its ends, as a share of the radius. */
const kappa = 0.5522847498

function ellipse(cx: number, cy: number, rx: number, ry: number): Segment[] {
  if (!(rx > 0 && ry > 0)) return []
  const [kx, ky] = [rx * kappa, ry * kappa]
  return [
    { type: 'M', x: cx + rx, y: cy },
    { type: 'C', x1: cx + rx, y1: cy + ky, x2: cx + kx, y2: cy + ry, x: cx, y: cy + ry },
    { type: 'C', x1: cx - kx, y1: cy + ry, x2: cx - rx, y2: cy + ky, x: cx - rx, y: cy },
    { type: 'C', x1: cx - rx, y1: cy - ky, x2: cx - kx, y2: cy - ry, x: cx, y: cy - ry },
    { type: 'C', x1: cx + kx, y1: cy - ry, x2: cx + rx, y2: cy - ky, x: cx + rx, y: cy },
    { type: 'Z' },
  ]
}

function polygon(points: string, isClosed: boolean): Segment[] {
  const numbers = [...points.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi)].map(([text]) =>
    Number(text),
  )
  const segments: Segment[] = []
  for (let at = 0; at + 1 < numbers.length; at += 2)
    segments.push({ type: at === 0 ? 'M' : 'L', x: numbers[at]!, y: numbers[at + 1]! })
  if (isClosed && segments.length > 0) segments.push({ type: 'Z' })
  return segments
}

const counts: Record<string, number> = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }
const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy
const flagPattern = /[01]/y
const gap = /[\s,]*/y

/** Parses path data up to the first error, as SVG 2 §9.5.4 requires. */
export function readPath(d: string): Segment[] {
  const segments: Segment[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [controlX, controlY, last] = [0, 0, '']
  let at = 0
  let command = ''
  const take = (pattern: RegExp) => {
    gap.lastIndex = at
    gap.exec(d)
    at = gap.lastIndex
    pattern.lastIndex = at
    const found = pattern.exec(d)
    if (found) at = pattern.lastIndex
    return found?.[0]
  }
  const letters = /[a-z]/iy
  for (;;) {
    const letter = take(letters)
    if (letter !== undefined) command = letter
    else if (command === '' || command.toUpperCase() === 'Z') break
    else if (command === 'M') command = 'L'
    else if (command === 'm') command = 'l'
    const kind = command.toUpperCase()
    const count = counts[kind]
    if (count === undefined || (segments.length === 0 && kind !== 'M')) break
    const values: number[] = []
    for (let index = 0; index < count; index++) {
      const isFlag = kind === 'A' && (index === 3 || index === 4)
      const text = take(isFlag ? flagPattern : numberPattern)
      if (text === undefined) break
      values.push(Number(text))
    }
    if (values.length < count) break
    const [dx, dy] = command === kind ? [0, 0] : [x, y]
    const v = (index: number) => values[index]! + (index % 2 === 0 ? dx : dy)
    if (kind === 'Z') {
      segments.push({ type: 'Z' })
      ;[x, y] = [startX, startY]
    } else if (kind === 'M' || kind === 'L') {
      ;[x, y] = [v(0), v(1)]
      segments.push({ type: kind, x, y })
      if (kind === 'M') [startX, startY] = [x, y]
    } else if (kind === 'H' || kind === 'V') {
      if (kind === 'H') x = values[0]! + dx
      else y = values[0]! + dy
      segments.push({ type: 'L', x, y })
    } else if (kind === 'C' || kind === 'S') {
      const isSmooth = kind === 'S'
      const mirrored = last === 'C' || last === 'S' ? [2 * x - controlX, 2 * y - controlY] : [x, y]
      const [x1, y1] = isSmooth ? mirrored : [v(0), v(1)]
      const first = isSmooth ? 0 : 2
      ;[controlX, controlY] = [v(first), v(first + 1)]
      ;[x, y] = [v(first + 2), v(first + 3)]
      segments.push({ type: 'C', x1: x1!, y1: y1!, x2: controlX, y2: controlY, x, y })
    } else if (kind === 'Q' || kind === 'T') {
      const [fromX, fromY] = [x, y]
      if (kind === 'Q') [controlX, controlY] = [v(0), v(1)]
      else [controlX, controlY] = last === 'Q' || last === 'T' ? [2 * x - controlX, 2 * y - controlY] : [x, y]
      const first = kind === 'Q' ? 2 : 0
      ;[x, y] = [v(first), v(first + 1)]
      const third = (from: number, control: number) => from + (2 / 3) * (control - from)
      segments.push({
        type: 'C',
        x1: third(fromX, controlX),
        y1: third(fromY, controlY),
        x2: third(x, controlX),
        y2: third(y, controlY),
        x,
        y,
      })
    } else {
      const [toX, toY] = [values[5]! + dx, values[6]! + dy]
      segments.push(...arc(x, y, values, toX, toY))
      ;[x, y] = [toX, toY]
    }
    last = kind
  }
  return segments
}

/** Converts end points to the center (SVG 2 appendix B.2.4). */
function arc(
  fromX: number,
  fromY: number,
  [a, b, turn, large, sweep]: number[],
  x: number,
  y: number,
): Segment[] {
  let [rx, ry] = [Math.abs(a!), Math.abs(b!)]
  if (fromX === x && fromY === y) return []
  if (rx === 0 || ry === 0) return [{ type: 'L', x, y }]
  const phi = (turn! * Math.PI) / 180
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)]
  const [halfX, halfY] = [(fromX - x) / 2, (fromY - y) / 2]
  const [px, py] = [cos * halfX + sin * halfY, -sin * halfX + cos * halfY]
  const excess = (px / rx) ** 2 + (py / ry) ** 2
  if (excess > 1) {
    rx *= Math.sqrt(excess)
    ry *= Math.sqrt(excess)
  }
  const below = (rx * py) ** 2 + (ry * px) ** 2
  const factor = Math.sqrt(Math.max(0, (rx * ry) ** 2 / below - 1)) * (large === sweep ? -1 : 1)
  const [centerX, centerY] = [(factor * rx * py) / ry, (-factor * ry * px) / rx]
  const cx = cos * centerX - sin * centerY + (fromX + x) / 2
  const cy = sin * centerX + cos * centerY + (fromY + y) / 2
  const start = Math.atan2((py - centerY) / ry, (px - centerX) / rx)
  let span = Math.atan2((-py - centerY) / ry, (-px - centerX) / rx) - start
  if (sweep && span < 0) span += 2 * Math.PI
  if (!sweep && span > 0) span -= 2 * Math.PI
  const parts = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 2) - 1e-9))
  const step = span / parts
  const k = (4 / 3) * Math.tan(step / 4)
  const at = (u: number, v: number) =>
    [cx + cos * rx * u - sin * ry * v, cy + sin * rx * u + cos * ry * v] as const
  return Array.from({ length: parts }, (_, part): Segment => {
    const [one, two] = [start + part * step, start + (part + 1) * step]
    const [x1, y1] = at(Math.cos(one) - k * Math.sin(one), Math.sin(one) + k * Math.cos(one))
    const [x2, y2] = at(Math.cos(two) + k * Math.sin(two), Math.sin(two) - k * Math.cos(two))
    const [endX, endY] = part === parts - 1 ? [x, y] : at(Math.cos(two), Math.sin(two))
    return { type: 'C', x1, y1, x2, y2, x: endX, y: endY }
  })
}

/** The exact bounding box, from the extremes of curves and not from their control points. */
export function boxOfOutline(segments: Segment[], matrix: Matrix): Rectangle | undefined {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  let [fromX, fromY] = [0, 0]
  const see = (x: number, y: number) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  for (const segment of segments) {
    if (segment.type === 'Z') continue
    const [x, y] = transformPoint(matrix, segment.x, segment.y)
    see(x, y)
    if (segment.type === 'C') {
      const [x1, y1] = transformPoint(matrix, segment.x1, segment.y1)
      const [x2, y2] = transformPoint(matrix, segment.x2, segment.y2)
      for (const t of [...extremes(fromX, x1, x2, x), ...extremes(fromY, y1, y2, y)])
        see(bezier(t, fromX, x1, x2, x), bezier(t, fromY, y1, y2, y))
    }
    ;[fromX, fromY] = [x, y]
  }
  return left <= right ? { x: left, y: top, width: right - left, height: bottom - top } : undefined
}

const bezier = (t: number, a: number, b: number, c: number, d: number) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

function extremes(a: number, b: number, c: number, d: number): number[] {
  const [p, q, r] = [3 * (-a + 3 * b - 3 * c + d), 6 * (a - 2 * b + c), 3 * (b - a)]
  if (Math.abs(p) < 1e-12) return inside(Math.abs(q) < 1e-12 ? [] : [-r / q])
  const root = q * q - 4 * p * r
  return root < 0 ? [] : inside([(-q + Math.sqrt(root)) / (2 * p), (-q - Math.sqrt(root)) / (2 * p)])
}

const inside = (values: number[]) => values.filter((t) => t > 0 && t < 1)
