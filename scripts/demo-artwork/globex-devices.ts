import { darken, lighten } from './color.ts'
import { chart, dashboard, themes } from './globex-charts.ts'
import { icon } from './icons.ts'
import { write } from './lettering.ts'
import { globexColors, globexMark } from './logos.ts'
import { globex } from './palettes.ts'
import { at, circle, clipped, ellipse, glow, line, linear, path, rect } from './svg.ts'

// Devices are drawn in a box of 400 by 400 around 0,0, standing on the line y = 170.

export const devices = { hub, wallBattery, charger, phone, laptop, tablet, bulb } as const
export type Device = keyof typeof devices

function hub(): string {
  return [
    rect(-130, -50, 260, 220, '#F7F9FE', 64) +
      path('M66 -50Q130 -50 130 14V106Q130 170 66 170H40Q90 100 40 -50Z', globex.cloud, 'opacity=".6"'),
    circle(0, 56, 78, globex.ink) + circle(0, 56, 66, 'none', `stroke="${globex.navy}" stroke-width="12"`),
    circle(
      0,
      56,
      66,
      'none',
      `stroke="${globex.cyan}" stroke-width="12" stroke-linecap="round" stroke-dasharray="290 420" transform="rotate(-90 0 56)"`,
    ),
    write('21°', 4, 36, { size: 40, color: globex.white, weight: 0.11, anchor: 'middle' }),
    circle(0, 150, 5, globex.mint) + ellipse(0, -50, 58, 8, globex.cloud),
  ].join('')
}

function wallBattery(): string {
  return [
    rect(-104, -190, 208, 360, '#FDFEFF', 36) + rect(50, -190, 54, 360, globex.cloud, 36, 'opacity=".55"'),
    at(0, -112, 0.7, globexMark(globexColors.light)),
    rect(-12, -44, 24, 160, globex.fog, 12),
    linear([globex.mint, globex.cyan], 0, (fill) => rect(-12, 8, 24, 108, fill, 12)),
    glow(0, 60, 80, globex.mint, 0.3) + line('M-40 142H40', globex.cloud, 6),
  ].join('')
}

function charger(): string {
  return [
    line('M60 -20C170 -10 150 150 96 150C50 150 84 40 64 10', globex.ink, 13),
    rect(-84, -190, 140, 360, globex.navy, 30) + rect(20, -190, 36, 360, globex.ink, 26, 'opacity=".5"'),
    rect(-62, -164, 96, 110, '#0A1433', 16) + at(-50, -148, 3, icon('bolt', globex.sun)),
    line('M-48 -20H20M-48 6H2', '#45609F', 9) +
      circle(-14, 70, 25, '#0A1433') +
      circle(-14, 70, 13, globex.cyan),
    rect(-108, 158, 190, 14, darken(globex.navy, 0.4), 7) + rect(-84, -100, 6, 200, globex.cyan, 3),
  ].join('')
}

function phone(): string {
  const screen = [
    rect(0, 0, 160, 330, globex.fog),
    linear([globex.blue, globex.cyan], -30, (fill) => rect(0, 0, 160, 140, fill)),
    write('Home', 16, 34, { size: 14, color: globex.white, weight: 0.17 }),
    write('8.4 kW', 16, 68, { size: 22, color: globex.white, weight: 0.15 }),
    rect(12, 116, 136, 104, globex.white, 14) + at(22, 130, 0.19, chart('bars', themes.light, 'phone')),
    rect(12, 230, 64, 78, globex.white, 14) + rect(84, 230, 64, 78, globex.white, 14),
    at(32, 244, 1.1, icon('panel', globex.blue)) + at(104, 244, 1.1, icon('battery', globex.mint)),
    rect(24, 286, 40, 7, globex.cloud, 3) + rect(96, 286, 40, 7, globex.cloud, 3),
  ].join('')
  return (
    rect(-92, -185, 184, 354, globex.ink, 30) +
    clipped(-80, -173, 160, 330, 20, screen) +
    rect(-26, -166, 52, 12, globex.ink, 6)
  )
}

function laptop(): string {
  return [
    rect(-196, -130, 392, 262, globex.ink, 18) +
      clipped(-182, -116, 364, 228, 6, at(0, 0, 0.5688, dashboard(themes.light))),
    path('M-236 132H236L224 160Q220 170 208 170H-208Q-220 170 -224 160Z', '#C9D3E8'),
    path('M-236 132H236L233 140H-233Z', '#EEF2FA') + rect(-44, 132, 88, 9, '#AEBBD6', 4),
  ].join('')
}

function tablet(): string {
  return (
    rect(-200, -118, 400, 268, globex.ink, 26) +
    clipped(-184, -102, 368, 236, 10, at(0, 0, 0.59, dashboard(themes.dark)))
  )
}

function bulb(): string {
  return [
    glow(0, -50, 210, globex.sun, 0.55),
    path('M-50 70C-54 20 -104 0 -104 -66A104 104 0 0 1 104 -66C104 0 54 20 50 70Z', '#FFF2C4'),
    path(
      'M40 70C44 10 92 -6 96 -66A104 104 0 0 0 60 -150A104 104 0 0 1 104 -66C104 0 54 20 50 70Z',
      globex.sun,
    ),
    line('M-24 66L-32 -30L0 -4L32 -30L24 66', '#E0A020', 6),
    [84, 106, 128]
      .map((y, i) => rect(-48 + i * 5, y, 96 - i * 10, 16, i % 2 ? '#9FB0D4' : '#C9D3E8', 8))
      .join('') + path('M-26 146H26Q18 170 0 170Q-18 170 -26 146Z', globex.ink),
  ].join('')
}

export type DeviceShot = { device: Device; from: string; to: string; size?: number }

/** Draws a device in front of a plain gradient with one large ring of light. */
export function deviceShot(width: number, height: number, o: DeviceShot): string {
  const unit = (Math.min(width, height) / 620) * (o.size ?? 1)
  const floor = height * 0.8
  return [
    linear([o.from, o.to], -35, (fill) => rect(0, 0, width, height, fill)),
    circle(width * 0.5, height * 0.46, Math.min(width, height) * 0.4, lighten(o.to, 0.25), 'opacity=".55"'),
    circle(width * 0.5, height * 0.46, Math.min(width, height) * 0.3, lighten(o.to, 0.4), 'opacity=".6"'),
    rect(0, floor - height * 0.02, width, height * 0.3, darken(o.to, 0.08), 0, 'opacity=".5"'),
    ellipse(width / 2, floor, 190 * unit, 14 * unit, globex.ink, 'opacity=".2"'),
    at(width / 2, floor - 170 * unit, unit, devices[o.device]()),
  ].join('')
}
