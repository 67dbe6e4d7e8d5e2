import { lighten, mix } from './color.ts'
import { globex } from './palettes.ts'
import { createRandom } from './random.ts'
import { circle, d, glow, line, linear, path, polygon, rect } from './svg.ts'

/** Draws ribbons of color over a dark background, as the key visual of a launch. */
export function ribbons(width: number, height: number, seed: string, ground: string = globex.ink): string {
  const random = createRandom(seed)
  const colors = [globex.blue, '#5B46E8', globex.cyan, globex.mint, globex.blue, globex.sky]
  const bands = colors.map((color, i) => {
    const y = height * (0.34 + i * 0.105)
    const [a, b] = [height * random.between(0.16, 0.34), height * random.between(0.1, 0.3)]
    const data = d`M0 ${y + a}C${width * 0.3} ${y + a} ${width * 0.4} ${y - b} ${width * 0.66} ${y - b * 0.6}S${width * 0.9} ${y - a} ${width} ${y - a * 0.9}V${height}H0Z`
    return linear([lighten(color, 0.15), mix(color, ground, 0.75)], -15, (fill) =>
      path(data, fill, 'opacity=".82"'),
    )
  })
  return (
    rect(0, 0, width, height, ground) +
    glow(width * 0.8, height * 0.1, width * 0.5, globex.blue, 0.6) +
    bands.join('')
  )
}

/** Traces that run and turn at 45 degrees between round pads. */
export function circuit(
  width: number,
  height: number,
  colors: { ground: string; trace: string; bright: string },
): string {
  const random = createRandom('circuit')
  const step = Math.min(width, height) / 14
  let traces = rect(0, 0, width, height, colors.ground)
  for (let i = 0; i < 34; i++) {
    let [x, y] = [
      Math.round(random.between(0, width / step)) * step,
      Math.round(random.between(0, height / step)) * step,
    ]
    const color = i % 6 === 0 ? colors.bright : colors.trace
    const [start, down] = [[x, y] as const, random.pick([-1, 1])]
    let data = d`M${x} ${y}`
    for (let leg = 0; leg < 3; leg++) {
      const long = Math.ceil(random.between(1, 4)) * step
      x += long
      if (leg === 1) y += down * long
      data += d`L${x} ${y}`
    }
    traces += line(data, color, step * 0.1)
    for (const [cx, cy] of [start, [x, y] as const]) {
      traces += circle(cx, cy, step * 0.24, color) + circle(cx, cy, step * 0.11, colors.ground)
    }
  }
  return traces
}

/** Draws a grid of dots that grow toward one corner. */
export function halftone(width: number, height: number): string {
  const step = Math.min(width, height) / 26
  let dots = rect(0, 0, width, height, globex.blue)
  for (let y = step / 2; y < height; y += step) {
    for (let x = step / 2; x < width; x += step) {
      const near = Math.max(
        0,
        1 - Math.hypot(x - width * 0.85, y - height * 0.85) / Math.hypot(width, height) / 0.8,
      )
      dots += circle(x, y, step * (0.06 + near * 0.4), near > 0.72 ? globex.sun : globex.sky)
    }
  }
  return dots
}

/** Draws a field of cubes seen from above. Each hexagon has three tones. */
export function cubes(width: number, height: number): string {
  const random = createRandom('cubes')
  const r = Math.min(width, height) / 13
  const [stepX, stepY] = [r * Math.sqrt(3), r * 1.5]
  let body = rect(0, 0, width, height, globex.fog)
  for (let row = 0; row * stepY < height + r; row++) {
    for (let column = 0; column * stepX < width + stepX; column++) {
      const [x, y] = [(column + (row % 2) / 2) * stepX, row * stepY]
      const color =
        random.next() < 0.12
          ? random.pick([globex.cyan, globex.mint, globex.sun])
          : mix(globex.blue, globex.cloud, random.between(0.35, 0.95))
      body += cube(x, y, r * 0.97, color)
    }
  }
  return body
}

function cube(x: number, y: number, r: number, color: string): string {
  const corner = (i: number) =>
    [x + Math.sin((i * Math.PI) / 3) * r, y - Math.cos((i * Math.PI) / 3) * r] as const
  const face = (first: number, tone: string) =>
    polygon([[x, y], corner(first), corner(first + 1), corner(first + 2)], tone)
  return face(5, lighten(color, 0.35)) + face(1, color) + face(3, mix(color, globex.navy, 0.3))
}

/** Quarter circles, discs and squares in a strict grid. */
export function tiles(width: number, height: number, seed: string, count = 6): string {
  const random = createRandom(seed)
  const step = Math.min(width, height) / count
  const colors = [globex.blue, globex.cyan, globex.mint, globex.sun, globex.ink, globex.sky, globex.white]
  let body = rect(0, 0, width, height, globex.fog)
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const [ground, figure] = [random.pick(colors), random.pick(colors)]
      body +=
        rect(x, y, step + 0.5, step + 0.5, ground) + tile(x, y, step, figure, Math.floor(random.next() * 6))
    }
  }
  return body
}

function tile(x: number, y: number, s: number, color: string, kind: number): string {
  if (kind === 0) return circle(x + s / 2, y + s / 2, s * 0.36, color)
  if (kind === 1) return path(d`M${x} ${y}A${s} ${s} 0 0 1 ${x + s} ${y + s}H${x}Z`, color)
  if (kind === 2) return path(d`M${x + s} ${y}A${s} ${s} 0 0 0 ${x} ${y + s}H${x + s}Z`, color)
  if (kind === 3) return path(d`M${x} ${y + s / 2}A${s / 2} ${s / 2} 0 0 1 ${x + s} ${y + s / 2}Z`, color)
  if (kind === 4)
    return polygon(
      [
        [x, y + s],
        [x + s, y],
        [x + s, y + s],
      ],
      color,
    )
  return [0.2, 0.5, 0.8].map((t) => rect(x, y + s * t - s * 0.06, s, s * 0.12, color)).join('')
}
