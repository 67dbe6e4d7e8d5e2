import { darken, mix } from './color.ts'
import type { Random } from './random.ts'
import { at, type Point, path, polygon } from './svg.ts'

/**
 * Returns the height of a hill line at each x. The line is a sum of waves that do not repeat within the
 * image.
 */
export function hillLine(random: Random, base: number, rise: number, width: number): (x: number) => number {
  const waves = [1, 2.3, 4.9, 9.7].map((turns, i) => ({
    turns: (turns * 2 * Math.PI) / width,
    shift: random.between(0, 6.3),
    rise: rise / (i * 1.5 + 1),
  }))
  return (x) => base - waves.reduce((sum, w) => sum + Math.sin(x * w.turns + w.shift) * w.rise, 0)
}

/** The area from a line down to `bottom`. */
export function under(heightAt: (x: number) => number, width: number, bottom: number, fill: string): string {
  const points: Point[] = []
  for (let i = 0; i <= 80; i++) points.push([(i * width) / 80, heightAt((i * width) / 80)])
  return polygon([[0, bottom], ...points, [width, bottom]], fill)
}

export type PeakColors = { rock: string; shade: string; snow: string; snowShade: string }

export function peakColors(rock: string, snow: string): PeakColors {
  return { rock, shade: darken(rock, 0.24), snow, snowShade: mix(snow, rock, 0.42) }
}

/** A mountain with a lit side, a shaded side and a cap of snow. */
export function peak(random: Random, x: number, base: number, half: number, high: number, c: PeakColors) {
  const top: Point = [x, base - high]
  const left = flank(random, top, [x - half, base])
  const right = flank(random, top, [x + half * random.between(0.85, 1.15), base])
  const ridge = spine(random, top, base, half)
  const snowLine = base - high * random.between(0.6, 0.72)
  const lit = [...left, ...[...ridge].reverse()]
  const dark = [...ridge, ...[...right].reverse()]
  return [
    polygon(lit, c.rock),
    polygon(dark, c.shade),
    polygon(cap(random, left, ridge, snowLine), c.snow),
    polygon(cap(random, right, ridge, snowLine), c.snowShade),
  ].join('')
}

/** A slightly jagged line from the top to the foot. */
function flank(random: Random, top: Point, foot: Point): Point[] {
  const points: Point[] = [top]
  for (let i = 1; i < 8; i++) {
    const t = i / 8 + random.between(-0.03, 0.03)
    const bend = Math.sin(t * Math.PI) * 0.06
    const wide = (foot[0] - top[0]) * (t - bend + random.between(-0.025, 0.025))
    points.push([top[0] + wide, top[1] + (foot[1] - top[1]) * t])
  }
  return [...points, foot]
}

/** The line between light and shade, which winds down the middle. */
function spine(random: Random, top: Point, base: number, half: number): Point[] {
  const points: Point[] = [top]
  let x = top[0]
  for (let i = 1; i <= 7; i++) {
    x += half * random.between(-0.09, 0.13)
    points.push([x, top[1] + ((base - top[1]) * i) / 7])
  }
  return points
}

/** The snow between a flank and the spine, with a jagged lower edge. */
function cap(random: Random, side: readonly Point[], spineLine: readonly Point[], line: number): Point[] {
  const a = above(side, line)
  const b = above(spineLine, line)
  const [from, to] = [a.at(-1)!, b.at(-1)!]
  const teeth = 5
  const edge: Point[] = []
  for (let i = 1; i < teeth; i++) {
    const x = from[0] + ((to[0] - from[0]) * i) / teeth
    const drop = Math.abs(to[0] - from[0]) * random.between(0.16, 0.34)
    edge.push([x, line + (i % 2 === 1 ? -drop : drop * 0.8)])
  }
  return [...a, ...edge, ...b.reverse()]
}

function above(points: readonly Point[], line: number): Point[] {
  const over = points.filter(([, y]) => y < line)
  const next = points[over.length] ?? over.at(-1)!
  const last = over.at(-1)!
  const t = (line - last[1]) / Math.max(next[1] - last[1], 1)
  return [...over, [last[0] + (next[0] - last[0]) * t, line]]
}

/** A pine standing at 0,0, a hundred units high, in tiers that are lit from the left. */
export function pine(color: string, tiers = 4): string {
  const shade = darken(color, 0.22)
  let body = path('M-3 0V-20H3V0Z', darken(color, 0.5))
  for (let i = 0; i < tiers; i++) {
    const bottom = -10 - (i * 66) / tiers
    const half = 27 - (i * 20) / tiers
    const top = Math.max(-100, bottom - 24 - 42 / tiers)
    body += polygon(
      [
        [-half, bottom],
        [0, top],
        [0, bottom - 3],
      ],
      color,
    )
    body += polygon(
      [
        [half, bottom],
        [0, top],
        [0, bottom - 3],
      ],
      shade,
    )
  }
  return body
}

export type ForestOptions = { from: number; to: number; height: number; step: number; color: string }

/** Draws pines along a hill line. Their heights vary, so that the edge looks like a forest. */
export function forest(random: Random, heightAt: (x: number) => number, o: ForestOptions): string {
  let trees = ''
  for (let x = o.from; x < o.to; x += o.step * random.between(0.55, 1.35)) {
    const high = o.height * random.between(0.55, 1.15)
    const color = mix(o.color, darken(o.color, 0.4), random.between(0, 0.7))
    trees += at(x, heightAt(x) + o.height * 0.13, high / 100, pine(color))
  }
  return trees
}
