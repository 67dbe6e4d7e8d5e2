import { darken } from './color.ts'
import { contours } from './contours.ts'
import { acme } from './palettes.ts'
import { createRandom } from './random.ts'
import { at, circle, d, faded, line, polygon, rect } from './svg.ts'
import { pine } from './terrain.ts'

/** Acme's patterns can fill any surface. Each repeats a shape of the logo. */
export const acmePatterns = { topography, ridgeline, pines, plaid, ripples, pebbles } as const

function topography(width: number, height: number): string {
  const lines = contours(width, height, {
    seed: 'elk lake',
    color: acme.moss,
    levels: 16,
    stroke: width / 500,
  })
  return rect(0, 0, width, height, acme.canvas) + lines
}

function ridgeline(width: number, height: number): string {
  const colors = [acme.ember, acme.sun, acme.canvas, acme.moss]
  const step = width / 8
  let body = rect(0, 0, width, height, acme.forest)
  for (let row = 0; row * step * 0.62 < height + step; row++) {
    let zigzag = `M${-step} ${(row * step * 0.62).toFixed(1)}`
    for (let i = 0; i < 10; i++) zigzag += d`l${step / 2} ${-step * 0.42}l${step / 2} ${step * 0.42}`
    body += line(zigzag, colors[row % colors.length]!, step * 0.09)
  }
  return body
}

function pines(width: number, height: number): string {
  const step = width / 9
  let body = rect(0, 0, width, height, acme.cream)
  for (let row = 0; row * step < height + step; row++) {
    for (let column = -1; column < 10; column++) {
      const color = [acme.forest, acme.moss, acme.sage][(row * 2 + column + 3) % 3]!
      const x = (column + (row % 2 ? 1 : 0.5)) * step
      body += at(x, (row + 0.9) * step, step / 130, pine(color, 3))
    }
  }
  return body
}

function plaid(width: number, height: number): string {
  const bands = [
    [0, 0.3, acme.forest],
    [0.36, 0.06, acme.sun],
    [0.5, 0.16, '#16211F'],
    [0.72, 0.03, acme.cream],
  ] as const
  const step = width / 4
  let body = rect(0, 0, width, height, acme.berry)
  for (let i = 0; i < 4; i++) {
    for (const [start, wide, color] of bands)
      body += rect((i + start) * step, 0, wide * step, height, color, 0, 'opacity=".62"')
  }
  for (let i = 0; i * step < height; i++) {
    for (const [start, wide, color] of bands)
      body += rect(0, (i + start) * step, width, wide * step, color, 0, 'opacity=".5"')
  }
  return body
}

function ripples(width: number, height: number): string {
  const step = width / 7
  let body = rect(0, 0, width, height, acme.lake)
  for (let row = 0; row * step * 0.36 < height + step; row++) {
    let wave = d`M${-step * (row % 2 ? 0.5 : 1)} ${row * step * 0.36}`
    for (let i = 0; i < 9; i++) wave += d`q${step / 4} ${-step * 0.24} ${step / 2} 0t${step / 2} 0`
    body += line(wave, row % 4 === 0 ? acme.sun : acme.mist, step * 0.05)
  }
  return body
}

function pebbles(width: number, height: number): string {
  const random = createRandom('river bed')
  const colors = [acme.ember, acme.forest, acme.sun, acme.lake, acme.sage, acme.berry]
  const step = width / 12
  let body = rect(0, 0, width, height, acme.canvas)
  for (let y = 0; y < height + step; y += step) {
    for (let x = 0; x < width + step; x += step) {
      const sides = Array.from(
        { length: 5 + Math.floor(random.next() * 3) },
        (_, i, all = 6) => (i * 2 * Math.PI) / all,
      )
      const r = step * random.between(0.12, 0.42)
      const [cx, cy] = [x + step * random.between(-0.3, 0.3), y + step * random.between(-0.3, 0.3)]
      const corners = sides.map(
        (a) => [cx + Math.cos(a) * r * random.between(0.8, 1.2), cy + Math.sin(a) * r] as const,
      )
      body += polygon(corners, random.pick(colors))
    }
  }
  return body
}

/** A page of a hiking map: contour lines, a lake, a dashed trail and its places. */
export function trailMap(width: number, height: number): string {
  const u = width / 100
  const lake = d`M${u * 52} ${height * 0.5}C${u * 62} ${height * 0.42} ${u * 84} ${height * 0.46} ${u * 82} ${height * 0.58}C${u * 80} ${height * 0.7} ${u * 62} ${height * 0.64} ${u * 56} ${height * 0.62}C${u * 48} ${height * 0.6} ${u * 46} ${height * 0.54} ${u * 52} ${height * 0.5}Z`
  const trail = d`M${u * 12} ${height * 0.86}C${u * 30} ${height * 0.84} ${u * 22} ${height * 0.62} ${u * 38} ${height * 0.6}S${u * 44} ${height * 0.36} ${u * 60} ${height * 0.36}S${u * 86} ${height * 0.34} ${u * 84} ${height * 0.14}`
  const place = (x: number, y: number, color: string) =>
    at(
      x,
      y,
      u / 10,
      `<path d="M0 0C-12 -18 -24 -30 -24 -46A24 24 0 0 1 24 -46C24 -30 12 -18 0 0Z" fill="${color}"/>` +
        circle(0, -46, 10, acme.cream),
    )
  return [
    rect(0, 0, width, height, '#E7E6CC'),
    faded(
      0.75,
      contours(width, height, { seed: 'north trail', color: '#A98F62', levels: 22, stroke: u * 0.16 }),
    ),
    `<path d="${lake}" fill="#8DBBC6" stroke="${acme.lake}" stroke-width="${u * 0.4}"/>`,
    line(trail, acme.cream, u * 1.7) +
      line(trail, acme.ember, u * 0.9, `stroke-dasharray="${u * 2.2} ${u * 1.9}"`),
    place(u * 12, height * 0.86, acme.forest) +
      place(u * 60, height * 0.36, acme.sun) +
      place(u * 84, height * 0.14, acme.ember),
    [0, 1, 2, 3, 4, 5]
      .map((i) =>
        at(u * (58 + i * 4.5), height * (0.8 + (i % 2) * 0.05), u / 18, pine(darken(acme.moss, 0.15))),
      )
      .join(''),
  ].join('')
}
