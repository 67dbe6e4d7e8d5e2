import { mix } from './color.ts'
import { write } from './lettering.ts'
import { globex } from './palettes.ts'
import { createRandom } from './random.ts'
import { at, circle, d, line, linear, path, rect } from './svg.ts'

export type Theme = { paper: string; card: string; ink: string; muted: string; rule: string }

export const themes = {
  light: { paper: globex.fog, card: globex.white, ink: globex.ink, muted: '#8694B8', rule: globex.cloud },
  dark: { paper: globex.ink, card: '#13234F', ink: globex.white, muted: '#8FA3D6', rule: '#26386E' },
} as const satisfies Record<string, Theme>

// Charts are drawn in a box of 600 by 400 with its corner at 0,0.

/** Two curves over a year, the first filled down to the axis. */
export function lineChart(theme: Theme, seed: string): string {
  const random = createRandom(seed)
  const series = [globex.blue, globex.mint].map((color, s) => {
    const points = Array.from(
      { length: 12 },
      (_, i) => [i * 52 + 14, 250 + s * 66 - i * (14 - s * 5) - random.between(-18, 30)] as const,
    )
    const curve = points.map(([x, y], i) => (i ? d`S${x - 26} ${y} ${x} ${y}` : d`M${x} ${y}`)).join('')
    const last = points.at(-1)!
    const area = linear([color, mix(color, theme.card, 0.9)], 0, (fill) =>
      path(`${curve}V360H14Z`, fill, 'opacity=".25"'),
    )
    return (
      (s === 0 ? area : '') +
      line(curve, color, 7) +
      circle(last[0], last[1], 12, theme.card) +
      circle(last[0], last[1], 8, color)
    )
  })
  return grid(theme) + series.join('') + months(theme)
}

export function barChart(theme: Theme, seed: string): string {
  const random = createRandom(seed)
  const bars = Array.from({ length: 12 }, (_, i) => {
    const [sun, wind] = [random.between(70, 110) + Math.sin((i / 11) * Math.PI) * 110, random.between(40, 80)]
    const x = i * 50 + 8
    return (
      rect(x, 360 - sun - wind, 30, wind - 5, globex.mint, 6) +
      rect(x, 360 - sun, 30, sun, i === 7 ? globex.sun : globex.blue, 6)
    )
  })
  return grid(theme) + bars.join('') + months(theme)
}

function grid(theme: Theme): string {
  return [60, 160, 260, 360].map((y) => line(`M0 ${y}H600`, theme.rule, 2)).join('')
}

function months(theme: Theme): string {
  return [...'JFMAMJJASOND']
    .map((m, i) =>
      write(m, 22 + i * 50.5, 378, { size: 15, color: theme.muted, anchor: 'middle', weight: 0.13 }),
    )
    .join('')
}

/** Draws the shares of a whole, with the largest share written in the middle. */
export function donut(theme: Theme, shares: readonly number[], label: string): string {
  const colors = [globex.blue, globex.cyan, globex.mint, globex.sun, globex.coral]
  const around = 2 * Math.PI * 130
  let turn = -90
  const rings = shares.map((share, i) => {
    const dash = `stroke-dasharray="${(share * around - 8).toFixed(1)} ${around.toFixed(1)}"`
    const ring = circle(0, 0, 130, 'none', `stroke="${colors[i]}" stroke-width="52" ${dash}`)
    const placed = at(300, 200, 1, ring, turn)
    turn += share * 360
    return placed
  })
  const share = `${Math.round(shares[0]! * 100)}%`
  return [
    rings.join(''),
    write(share, 300, 160, { size: 54, color: theme.ink, weight: 0.15, anchor: 'middle' }),
    write(label, 300, 236, { size: 18, color: theme.muted, weight: 0.11, anchor: 'middle' }),
  ].join('')
}

/** The hours of a week. Brighter cells had more sun. */
export function heatmap(theme: Theme, seed: string): string {
  const random = createRandom(seed)
  let cells = ''
  for (let day = 0; day < 7; day++) {
    for (let hour = 0; hour < 14; hour++) {
      const sun = Math.sin(((hour + 0.5) / 14) * Math.PI) * random.between(0.55, 1)
      const color =
        sun < 0.6 ? mix(theme.rule, globex.blue, sun / 0.6) : mix(globex.blue, globex.sun, (sun - 0.6) / 0.4)
      cells += rect(hour * 43, day * 50 + 24, 37, 43, color, 9)
    }
  }
  return cells
}

export type Chart = 'line' | 'bars' | 'donut' | 'heatmap'

export function chart(kind: Chart, theme: Theme, seed: string): string {
  if (kind === 'line') return lineChart(theme, seed)
  if (kind === 'bars') return barChart(theme, seed)
  if (kind === 'heatmap') return heatmap(theme, seed)
  return donut(theme, [0.46, 0.24, 0.18, 0.12], 'from the sun')
}

/** A chart on a card, with a title and a key figure. */
export function chartCard(
  width: number,
  height: number,
  theme: Theme,
  o: { kind: Chart; title: string; figure: string },
): string {
  const u = Math.min(width / 1200, height / 800)
  const [cardX, cardY] = [70 * u, 70 * u]
  const scale = Math.min((width - 300 * u) / 600, (height - 310 * u) / 400)
  return [
    rect(0, 0, width, height, theme.paper),
    rect(cardX, cardY, width - cardX * 2, height - cardY * 2, theme.card, 34 * u),
    write(o.title, cardX + 70 * u, cardY + 62 * u, { size: 30 * u, color: theme.ink, weight: 0.15 }),
    write(o.figure, width - cardX - 70 * u, cardY + 58 * u, {
      size: 38 * u,
      color: theme.ink === globex.white ? globex.cyan : globex.blue,
      weight: 0.17,
      anchor: 'end',
    }),
    at(width / 2 - 300 * scale, height - cardY - 46 * u - 400 * scale, scale, chart(o.kind, theme, o.title)),
  ].join('')
}

/** Draws the dashboard of Globex's app, 640 by 400 in its own units, with four cards and a sidebar. */
export function dashboard(theme: Theme): string {
  const card = (x: number, y: number, w: number, h: number) => rect(x, y, w, h, theme.card, 14)
  return [
    rect(0, 0, 640, 400, theme.paper),
    rect(0, 0, 64, 400, globex.navy) + circle(32, 36, 14, globex.cyan),
    [96, 140, 184, 228].map((y, i) => rect(22, y, 20, 20, i ? '#4C66A8' : globex.white, 6)).join(''),
    write('Good morning', 90, 26, { size: 18, color: theme.ink, weight: 0.15 }),
    card(90, 66, 340, 196) + at(112, 84, 0.49, chart('line', theme, 'home')),
    card(450, 66, 166, 196) + at(443, 98, 0.3, chart('donut', theme, 'home')),
    card(90, 282, 160, 94) + card(270, 282, 160, 94) + card(450, 282, 166, 94),
    write('8.4 kW', 110, 308, { size: 20, color: globex.blue, weight: 0.17 }) +
      rect(110, 346, 100, 8, theme.rule, 4) +
      rect(110, 346, 72, 8, globex.blue, 4),
    write('92%', 290, 308, { size: 20, color: globex.mint, weight: 0.17 }) +
      rect(290, 346, 100, 8, theme.rule, 4) +
      rect(290, 346, 92, 8, globex.mint, 4),
    write('-31%', 470, 308, { size: 20, color: globex.coral, weight: 0.17 }) +
      rect(470, 346, 100, 8, theme.rule, 4) +
      rect(470, 346, 44, 8, globex.coral, 4),
  ].join('')
}
