import { lighten, mix } from './color.ts'
import type { Light } from './palettes.ts'
import type { Random } from './random.ts'
import { circle, d, faded, glow, line, linear, path, rect } from './svg.ts'

export type SkyOptions = {
  width: number
  height: number
  light: Light
  sun: { x: number; y: number; r: number }
}

/** Draws the sky and its light: a sun with rings of haze, or a moon with stars. */
export function sky(random: Random, { width, height, light, sun }: SkyOptions): string {
  const back = linear(light.sky, 0, (fill) => rect(0, 0, width, height, fill))
  if (light.night) return back + stars(random, width, height * 0.7) + moon(sun, light)
  const rings = [3.4, 2.3, 1.55].map((share) =>
    circle(sun.x, sun.y, sun.r * share, light.sun, 'opacity=".16"'),
  )
  return back + rings.join('') + circle(sun.x, sun.y, sun.r, light.sun)
}

function stars(random: Random, width: number, height: number): string {
  let points = ''
  const unit = Math.min(width, height) / 500
  for (let i = 0; i < 150; i++) {
    const [x, y] = [random.between(0, width), random.next() ** 1.3 * height]
    const size = unit * random.pick([0.7, 0.9, 1.2, 2])
    points += circle(x, y, size, '#F7F3DF', `opacity="${random.between(0.35, 1).toFixed(2)}"`)
  }
  return points
}

function moon({ x, y, r }: SkyOptions['sun'], light: Light): string {
  const craters = [
    [-0.3, -0.2, 0.2],
    [0.25, 0.3, 0.26],
    [0.3, -0.35, 0.12],
    [-0.2, 0.45, 0.12],
  ]
  const marks = craters.map(([cx, cy, cr]) => circle(x + cx! * r, y + cy! * r, cr! * r, '#DCD9C3'))
  return glow(x, y, r * 5, light.sun, 0.35) + circle(x, y, r, light.sun) + marks.join('')
}

/** Draws long flat clouds, lit like the sky behind them. */
export function clouds(random: Random, o: { width: number; y: number; count: number; light: Light }): string {
  const color = lighten(o.light.sky[2], 0.45)
  let body = ''
  for (let i = 0; i < o.count; i++) {
    const x = random.between(-0.05, 0.9) * o.width
    const y = o.y * random.between(0.45, 1.25)
    const w = o.width * random.between(0.13, 0.24)
    body += faded(o.light.night ? 0.1 : 0.6, cloud(x, y, w, color))
  }
  return body
}

function cloud(x: number, y: number, w: number, color: string): string {
  const h = w * 0.075
  const bars = [
    [0, 0, 1],
    [0.12, -1, 0.55],
    [0.3, 1, 0.62],
    [0.28, -2, 0.26],
  ]
  return bars
    .map(([dx, row, wide]) => rect(x + dx! * w, y + row! * h * 0.98, wide! * w, h, color, h / 2))
    .join('')
}

/** Curtains of northern lights. */
export function aurora(random: Random, width: number, height: number): string {
  let body = ''
  for (const color of ['#4FE0B0', '#7BE7C9', '#6A8BE8']) {
    const y = height * random.between(0.16, 0.34)
    const [a, b, c] = [0, 1, 2].map(() => height * random.between(-0.14, 0.14))
    const top = d`M0 ${y + a!}C${width * 0.3} ${y - b!} ${width * 0.55} ${y + b! * 2} ${width} ${y + c!}`
    const deep = height * random.between(0.16, 0.26)
    const low = d`V${y + c! + deep * 0.4}C${width * 0.6} ${y + b! * 2 + deep} ${width * 0.3} ${y - b! + deep} 0 ${y + a! + deep}Z`
    body += linear([color, mix(color, '#16305A', 0.8)], 0, (fill) => faded(0.3, path(top + low, fill)))
  }
  return body
}

/** A loose flock of small birds against the light. */
export function birds(random: Random, x: number, y: number, size: number, color: string): string {
  let body = ''
  for (let i = 0; i < 6; i++) {
    const [bx, by] = [x + size * random.between(-5, 5), y + size * random.between(-2, 2)]
    const s = size * random.between(0.5, 1)
    body += line(
      d`M${bx - s} ${by - s * 0.3}Q${bx - s * 0.4} ${by - s * 0.5} ${bx} ${by}Q${bx + s * 0.4} ${by - s * 0.5} ${bx + s} ${by - s * 0.3}`,
      color,
      size * 0.16,
    )
  }
  return body
}
