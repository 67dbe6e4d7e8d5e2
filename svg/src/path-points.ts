/** A path as a polyline, precise enough to place text on it. */
export type PathPoints = {
  length: number
  /**
   * The point at a distance along the path, and the direction there in radians. Undefined beyond its ends.
   */
  at(length: number): { x: number; y: number; angle: number } | undefined
}

const stepsOfCurve = 100
const segmentsMax = 100_000
const tokens = /([a-z])|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/gi
const counts: Record<string, number> = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 }

/** Parses path data. Undefined if it contains no line. */
export function pathPoints(d: string): PathPoints | undefined {
  const xs: number[] = []
  const ys: number[] = []
  const reaches: number[] = []
  /** A moveto starts a subpath and adds no length. */
  let length = 0
  const add = (x: number, y: number, isMove = false) => {
    if (xs.length > segmentsMax || !Number.isFinite(x + y)) return
    if (xs.length > 0 && !isMove) length += Math.hypot(x - xs.at(-1)!, y - ys.at(-1)!)
    xs.push(x)
    ys.push(y)
    reaches.push(length)
  }
  trace(d, add)
  if (!(length > 0)) return undefined
  return {
    length,
    at(wanted) {
      if (wanted < 0 || wanted > length) return undefined
      let [low, high] = [1, xs.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if (reaches[middle]! < wanted) low = middle + 1
        else high = middle
      }
      const [fromX, fromY, toX, toY] = [xs[low - 1]!, ys[low - 1]!, xs[low]!, ys[low]!]
      const span = reaches[low]! - reaches[low - 1]!
      const part = span > 0 ? (wanted - reaches[low - 1]!) / span : 0
      return {
        x: fromX + (toX - fromX) * part,
        y: fromY + (toY - fromY) * part,
        angle: Math.atan2(toY - fromY, toX - fromX),
      }
    },
  }
}

type Add = (x: number, y: number, isMove?: boolean) => void

function trace(d: string, add: Add): void {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [controlX, controlY, before] = [0, 0, '']
  let [command, isRelative] = ['M', false]
  let numbers: number[] = []
  const curve = (points: [number, number, number, number, number, number]) => {
    cubic(add, x, y, points)
    ;[controlX, controlY, x, y] = points.slice(2) as [number, number, number, number]
  }
  const step = () => {
    const [originX, originY] = isRelative ? [x, y] : [0, 0]
    const n = (index: number) => numbers[index]! + (index % 2 === 0 ? originX : originY)
    const mirrored = (kinds: string): [number, number] =>
      kinds.includes(before) && before !== '' ? [2 * x - controlX, 2 * y - controlY] : [x, y]
    if (command === 'M') {
      ;[x, y] = [n(0), n(1)]
      ;[startX, startY] = [x, y]
      add(x, y, true)
      command = 'L'
      before = 'M'
      numbers = []
      return
    }
    if (command === 'L' || command === 'H' || command === 'V') {
      if (command === 'H') x = numbers[0]! + originX
      else if (command === 'V') y = numbers[0]! + originY
      else [x, y] = [n(0), n(1)]
      add(x, y)
    } else if (command === 'C') curve([n(0), n(1), n(2), n(3), n(4), n(5)])
    else if (command === 'S') curve([...mirrored('CS'), n(0), n(1), n(2), n(3)])
    else if (command === 'Q' || command === 'T') {
      const [qx, qy] = command === 'Q' ? [n(0), n(1)] : mirrored('QT')
      const [endX, endY] = command === 'Q' ? [n(2), n(3)] : [n(0), n(1)]
      const toward = (from: number, control: number) => from + (2 / 3) * (control - from)
      cubic(add, x, y, [toward(x, qx), toward(y, qy), toward(endX, qx), toward(endY, qy), endX, endY])
      ;[controlX, controlY, x, y] = [qx, qy, endX, endY]
    } else if (command === 'A') {
      const end = [numbers[5]! + originX, numbers[6]! + originY] as const
      arc(add, x, y, numbers, end)
      ;[x, y] = end
    } else {
      add(startX, startY)
      ;[x, y] = [startX, startY]
    }
    before = command
    numbers = []
  }
  for (const [token, letter] of d.matchAll(tokens)) {
    if (letter === undefined) {
      numbers.push(Number(token))
      if (numbers.length === counts[command] && numbers.length > 0) step()
    } else if (letter.toUpperCase() in counts) {
      command = letter.toUpperCase()
      isRelative = letter !== command
      numbers = []
      if (command === 'Z') step()
    }
  }
}

function cubic(
  add: Add,
  x: number,
  y: number,
  [x1, y1, x2, y2, x3, y3]: readonly [number, number, number, number, number, number],
): void {
  for (let step = 1; step <= stepsOfCurve; step++) {
    const t = step / stepsOfCurve
    const u = 1 - t
    const [a, b, c, e] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    add(a * x + b * x1 + c * x2 + e * x3, a * y + b * y1 + c * y2 + e * y3)
  }
}

/** Converts an arc from end points to its center (SVG 2, appendix B.2.4). */
function arc(
  add: Add,
  x: number,
  y: number,
  [rx = 0, ry = 0, turn = 0, isLarge = 0, isSweep = 0]: number[],
  [endX, endY]: readonly [number, number],
): void {
  let [radiusX, radiusY] = [Math.abs(rx), Math.abs(ry)]
  if (radiusX === 0 || radiusY === 0) {
    add(endX, endY)
    return
  }
  const angle = (turn * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [halfX, halfY] = [(x - endX) / 2, (y - endY) / 2]
  const [px, py] = [cosine * halfX + sine * halfY, -sine * halfX + cosine * halfY]
  const scale = Math.sqrt((px / radiusX) ** 2 + (py / radiusY) ** 2)
  if (scale > 1) [radiusX, radiusY] = [radiusX * scale, radiusY * scale]
  const below = (radiusX * py) ** 2 + (radiusY * px) ** 2
  const root = Math.sqrt(Math.max(0, (radiusX * radiusY) ** 2 / below - 1)) * (isLarge === isSweep ? -1 : 1)
  const [cx, cy] = [(root * radiusX * py) / radiusY, (-root * radiusY * px) / radiusX]
  const from = Math.atan2((py - cy) / radiusY, (px - cx) / radiusX)
  let sweep = Math.atan2((-py - cy) / radiusY, (-px - cx) / radiusX) - from
  if (isSweep && sweep < 0) sweep += 2 * Math.PI
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI
  const [centerX, centerY] = [
    cosine * cx - sine * cy + (x + endX) / 2,
    sine * cx + cosine * cy + (y + endY) / 2,
  ]
  const steps = Math.max(2, Math.ceil((Math.abs(sweep) / Math.PI) * 2 * stepsOfCurve))
  for (let step = 1; step <= steps; step++) {
    const at = from + (sweep * step) / steps
    const [u, v] = [radiusX * Math.cos(at), radiusY * Math.sin(at)]
    add(centerX + cosine * u - sine * v, centerY + sine * u + cosine * v)
  }
}
