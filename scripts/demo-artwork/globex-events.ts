import { ribbons, tiles } from './globex-abstract.ts'
import { devices } from './globex-devices.ts'
import { solarField } from './globex-solar.ts'
import { button, unit } from './layout.ts'
import { write, writeLines } from './lettering.ts'
import { globexColors, globexLogo, globexLogoWidth, globexMark } from './logos.ts'
import { globex } from './palettes.ts'
import { at, clipped, linear, rect } from './svg.ts'

export function webinarBanner(w: number, h: number): string {
  const u = unit(w, h)
  return [
    ribbons(w, h, 'webinar', '#0A1F5C'),
    clipped(
      w - 62 * u,
      16 * u,
      54 * u,
      68 * u,
      4 * u,
      rect(0, 0, 54 * u, 68 * u, globex.fog) + at(27 * u, 38 * u, u * 0.15, devices.bulb()),
    ),
    write('Live webinar · 4 March, 17:00', 8 * u, 18 * u, {
      size: 3.4 * u,
      color: globex.cyan,
      weight: 0.14,
    }),
    writeLines(['What your roof', 'knows about', 'tomorrow'], 8 * u, 30 * u, {
      size: 8 * u,
      color: globex.white,
      weight: 0.15,
      leading: 1.5,
    }),
    button(8 * u, 74 * u, u * 1.3, 'Save my seat', globex.sun, globex.ink),
  ].join('')
}

export function eventBadge(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, globex.white) + clipped(0, 0, w, 54 * u, 0, tiles(w, 54 * u, 'badge', 3)),
    rect(w / 2 - 9 * u, 5 * u, 18 * u, 5 * u, '#C9D3E8', 2.5 * u),
    write('Noor Haddad', w / 2, 68 * u, { size: 8.4 * u, color: globex.ink, weight: 0.15, anchor: 'middle' }),
    write('Grid engineer', w / 2, 84 * u, {
      size: 4.4 * u,
      color: '#5A6A94',
      weight: 0.12,
      anchor: 'middle',
    }),
    rect(w / 2 - 20 * u, 97 * u, 40 * u, 11 * u, globex.blue, 5.5 * u) +
      write('Speaker', w / 2, 100.5 * u, {
        size: 4 * u,
        color: globex.white,
        weight: 0.15,
        anchor: 'middle',
      }),
    globexLogo(w / 2 - globexLogoWidth(13 * u) / 2, 127 * u, 13 * u, globexColors.light),
  ].join('')
}

export function rollUp(w: number, h: number): string {
  const u = unit(w, h)
  return [
    linear([globex.ink, globex.navy, globex.blue], 0, (fill) => rect(0, 0, w, h, fill)),
    at(w / 2, 36 * u, u * 0.42, globexMark(globexColors.dark)),
    writeLines(['Energy', 'belongs', 'to roofs'], w / 2, 70 * u, {
      size: 13 * u,
      color: globex.white,
      weight: 0.14,
      anchor: 'middle',
      leading: 1.42,
    }),
    at(0, 148 * u, 1, clipped(0, 0, w, h - 148 * u, 0, solarField(w, h - 148 * u, 'noon'))),
    write('globex.example', w / 2, 134 * u, {
      size: 4 * u,
      color: globex.cyan,
      weight: 0.13,
      anchor: 'middle',
    }),
  ].join('')
}
