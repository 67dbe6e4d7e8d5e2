import { circuit, tiles } from './globex-abstract.ts'
import { devices } from './globex-devices.ts'
import { windFarm } from './globex-wind.ts'
import { unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { globexColors, globexLogo } from './logos.ts'
import { globex } from './palettes.ts'
import { at, circle, clipped, line, linear, rect } from './svg.ts'

export function reportCover(w: number, h: number): string {
  const u = unit(w, h)
  return [
    tiles(w, h, 'annual report', 5) + rect(0, 40 * u, 80 * u, 60 * u, globex.ink),
    globexLogo(8 * u, 47 * u, 9 * u, globexColors.dark),
    writeLines(['Quarterly', 'report'], 8 * u, 64 * u, {
      size: 9 * u,
      color: globex.white,
      weight: 0.13,
      leading: 1.45,
    }),
    write('Q3 2026', 8 * u, 91.5 * u, { size: 3.4 * u, color: globex.cyan, weight: 0.15 }),
  ].join('')
}

export function caseStudy(w: number, h: number): string {
  const u = unit(w, h)
  const numbers = [
    ['1,200', 'roofs'],
    ['31%', 'less to pay'],
    ['9', 'months'],
  ] as const
  const bars = [80, 84, 76, 82, 40].map((wide, i) =>
    rect(8 * u, 112 * u + i * 4.4 * u, wide * u, 1.5 * u, globex.cloud, 0.7 * u),
  )
  return [
    rect(0, 0, w, h, globex.white) + clipped(0, 0, w, 62 * u, 0, windFarm(w, 62 * u, 'morning')),
    write('Case study', 8 * u, 70 * u, { size: 2.6 * u, color: globex.blue, weight: 0.16 }),
    write('A town that sells its wind', 8 * u, 77 * u, {
      size: fitSize('A town that sells its wind', 84 * u, 6.6 * u, 0.15),
      color: globex.ink,
      weight: 0.15,
    }),
    numbers
      .map(
        ([n, text], i) =>
          write(n, (8 + i * 30) * u, 91 * u, { size: 6.4 * u, color: globex.blue, weight: 0.15 }) +
          write(text, (8 + i * 30) * u, 101.5 * u, { size: 2.4 * u, color: '#5A6A94' }),
      )
      .join(''),
    bars.join('') + globexLogo(8 * u, h - 8.6 * u, 5 * u, globexColors.light),
  ].join('')
}

export function factSheet(w: number, h: number): string {
  const u = unit(w, h)
  const facts = [
    ['Capacity', '13.5 kWh'],
    ['Peak power', '8.4 kW'],
    ['Noise', '22 dB'],
    ['Warranty', '15 years'],
  ] as const
  const rows = facts.map(([name, value], i) => {
    const y = 94 * u + i * 9.4 * u
    return (
      write(name, 8 * u, y, { size: 3 * u, color: '#5A6A94', weight: 0.11 }) +
      write(value, w - 8 * u, y, { size: 3 * u, color: globex.ink, weight: 0.15, anchor: 'end' }) +
      line(`M${8 * u} ${y + 6 * u}H${w - 8 * u}`, globex.cloud, u * 0.25)
    )
  })
  return [
    rect(0, 0, w, h, globex.white) +
      linear(['#DDFBF0', '#BFD4FF'], -30, (fill) => rect(0, 0, w, 68 * u, fill)),
    circle(w / 2, 36 * u, 28 * u, globex.white, 'opacity=".55"') +
      at(w / 2, 37 * u, u * 0.135, devices.wallBattery()),
    write('Reservoir home battery', 8 * u, 76 * u, { size: 5 * u, color: globex.ink, weight: 0.15 }),
    rows.join('') + globexLogo(8 * u, h - 8.6 * u, 5 * u, globexColors.light),
  ].join('')
}

export function whitepaper(w: number, h: number): string {
  const u = unit(w, h)
  return [
    circuit(w, h, { ground: globex.blue, trace: '#5C80FF', bright: globex.white }),
    rect(8 * u, 20 * u, 84 * u, 58 * u, globex.white, 2 * u),
    write('White paper', 14 * u, 27 * u, { size: 2.7 * u, color: globex.blue, weight: 0.16 }),
    writeLines(['Storing', 'noon for', 'midnight'], 14 * u, 36 * u, {
      size: 8 * u,
      color: globex.ink,
      weight: 0.14,
      leading: 1.5,
    }),
    globexLogo(8 * u, h - 16 * u, 9 * u, { ink: globex.white, accent: globex.sun, paper: globex.blue }),
  ].join('')
}
