import { darken } from './color.ts'
import { write } from './lettering.ts'
import { acmeColors, acmeMark } from './logos.ts'
import { acme, lights } from './palettes.ts'
import { createRandom } from './random.ts'
import { sky } from './sky.ts'
import { at, circle, ellipse, glow, line, linear, path, rect } from './svg.ts'
import { peak, peakColors } from './terrain.ts'

// Both places are drawn at 1200 by 800 and scaled to the image.

/** A terrace under strings of lights, with the mountains behind. */
export function cafeTerrace(width: number, height: number): string {
  const random = createRandom('café')
  const body = [
    sky(random, { width: 1200, height: 720, light: lights.dusk, sun: { x: 820, y: 330, r: 46 } }),
    peak(random, 960, 600, 380, 300, peakColors('#6A4E78', lights.dusk.snow)),
    peak(random, 640, 600, 260, 170, peakColors('#80597F', lights.dusk.snow)),
    rect(0, 580, 1200, 220, '#3A3050') + rect(0, 660, 1200, 140, '#2A2440'),
    house(),
    lightString(380, 190, 1200, 120) + lightString(380, 190, 1200, 290),
    table(620, 700) + table(860, 668, 0.86) + table(1060, 716),
    [440, 500].map((x) => plant(x, 690)).join(''),
  ].join('')
  return `<g transform="scale(${width / 1200} ${height / 800})">${body}</g>`
}

function house(): string {
  const panes = [90, 250].map(
    (x) =>
      glow(x + 55, 540, 130, '#FFC766', 0.5) +
      rect(x, 470, 110, 150, '#FFD793', 6) +
      line(`M${x + 55} 470V620M${x} 540H${x + 110}`, '#5B3A33', 6),
  )
  const scallops = Array.from({ length: 9 }, (_, i) =>
    path(
      `M${40 + i * 40} 400H${80 + i * 40}V446A20 20 0 0 1 ${40 + i * 40} 446Z`,
      i % 2 ? acme.cream : acme.ember,
    ),
  )
  return [
    rect(0, 120, 400, 560, '#6B4350') + rect(0, 100, 420, 34, '#4A2F40'),
    [60, 180, 300].map((x) => rect(x, 190, 70, 100, x === 180 ? '#FFD793' : '#4C3650', 6)).join(''),
    rect(20, 330, 380, 56, '#3A2535', 6),
    write('CAFÉ DU COL', 210, 346, {
      size: 25,
      color: acme.sun,
      weight: 0.14,
      tracking: 0.12,
      anchor: 'middle',
    }),
    panes.join('') + scallops.join(''),
  ].join('')
}

function lightString(x: number, y: number, toX: number, toY: number): string {
  let bulbs = ''
  for (let i = 1; i < 12; i++) {
    const t = i / 12
    const [bx, by] = [x + (toX - x) * t, y + (toY - y) * t + Math.sin(t * Math.PI) * 60]
    bulbs += glow(bx, by + 12, 34, '#FFD27A', 0.7) + circle(bx, by + 12, 8, '#FFE9B0')
  }
  const dip = (y + toY) / 2 + 118
  return line(`M${x} ${y}Q${(x + toX) / 2} ${dip} ${toX} ${toY}`, '#1D1830', 3) + bulbs
}

function table(x: number, y: number, scale = 1): string {
  const seat = (side: number) =>
    line(`M${side * 92} -106L${side * 80} -50V4M${side * 80} -50H${side * 44}V4`, '#191428', 9)
  return at(
    x,
    y,
    scale,
    [
      ellipse(0, 6, 120, 12, '#120E20', 'opacity=".4"'),
      seat(-1) + seat(1) + line('M0 -76V0M-26 2H26', '#191428', 9),
      rect(-66, -86, 132, 13, '#B98A5A', 6),
      rect(-34, -112, 24, 26, acme.cream, 5) + rect(12, -108, 20, 22, acme.ember, 5),
      glow(2, -100, 60, '#FFC766', 0.4),
    ].join(''),
  )
}

function plant(x: number, y: number): string {
  const leaves = [-34, -18, 0, 18, 34].map((turn) =>
    at(x, y - 46, 1, ellipse(0, -44, 11, 46, turn % 4 ? '#3F6B54' : '#31574A'), turn),
  )
  return leaves.join('') + path(`M${x - 30} ${y - 52}H${x + 30}L${x + 22} ${y}H${x - 22}Z`, '#A5553A')
}

/** The shop is on a bright street, with a tent in its window. */
export function storefront(width: number, height: number): string {
  const shop = [
    linear(['#BFDDE0', '#EEF1E2'], 0, (fill) => rect(0, 0, 1200, 800, fill)),
    rect(0, 200, 190, 480, '#D9B48C') + rect(1010, 240, 190, 440, '#A9BC9A'),
    [30, 110].map((x) => [260, 400, 540].map((y) => rect(x, y, 50, 80, '#F6EAD3', 4)).join('')).join(''),
    [1040, 1120].map((x) => [300, 440, 580].map((y) => rect(x, y, 50, 80, '#F6EAD3', 4)).join('')).join(''),
    rect(170, 110, 860, 570, acme.forest) + rect(150, 90, 900, 36, darken(acme.forest, 0.3)),
    at(262, 200, 0.86, acmeMark(acmeColors.dark)),
    write('ACME OUTFITTERS', 340, 180, { size: 40, color: acme.cream, weight: 0.18, tracking: 0.08 }),
    rect(220, 300, 420, 330, '#F9E7BE', 6) +
      rect(690, 300, 120, 380, '#F3D9A0', 6) +
      rect(860, 300, 130, 330, '#F9E7BE', 6),
    shopWindow(),
    Array.from({ length: 20 }, (_, i) =>
      path(
        `M${190 + i * 41} 270H${231 + i * 41}V316A20.5 20.5 0 0 1 ${190 + i * 41} 316Z`,
        i % 2 ? acme.cream : acme.ember,
      ),
    ).join(''),
    rect(0, 680, 1200, 120, '#C9C3B2') +
      rect(0, 680, 1200, 14, '#B3AC9A') +
      line('M0 752H1200', '#B3AC9A', 4),
  ].join('')
  return `<g transform="scale(${width / 1200} ${height / 800})">${shop}</g>`
}

function shopWindow(): string {
  return [
    rect(220, 590, 420, 40, '#C98A5C'),
    path('M300 590L400 420L500 590Z', acme.ember) +
      path('M400 420L520 440L590 590H500Z', darken(acme.ember, 0.2)),
    path('M400 450L378 590H424Z', darken(acme.ember, 0.5)),
    rect(896, 520, 58, 100, acme.lake, 20) + rect(890, 480, 70, 50, acme.sun, 16),
    rect(704, 330, 92, 190, '#FDF4DB', 4) + circle(796, 560, 6, acme.forest),
    path('M230 310L330 310L260 620H230Z', '#FFFFFF', 'opacity=".25"'),
  ].join('')
}
