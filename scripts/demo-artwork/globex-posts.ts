import { tiles } from './globex-abstract.ts'
import { devices } from './globex-devices.ts'
import { solarField } from './globex-solar.ts'
import { icon } from './icons.ts'
import { button, unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { globexColors, globexLogo, globexLogoWidth } from './logos.ts'
import { globex } from './palettes.ts'
import { at, circle, clipped, linear, path, polygon, rect } from './svg.ts'

export function companyPost(w: number, h: number): string {
  const u = unit(w, h)
  return [
    solarField(w, h, 'noon'),
    path(`M0 0H${w * 0.5}L${w * 0.4} ${h}H0Z`, globex.ink),
    globexLogo(8 * u, 10 * u, 10 * u, globexColors.dark),
    writeLines(['We are hiring', 'roof people'], 8 * u, 36 * u, {
      size: 7.2 * u,
      color: globex.white,
      weight: 0.15,
      leading: 1.55,
    }),
    button(8 * u, 70 * u, u * 1.3, '14 open roles', globex.cyan, globex.ink),
  ].join('')
}

export function statPost(w: number, h: number): string {
  const u = unit(w, h)
  return [
    linear([globex.blue, '#5B46E8'], -30, (fill) => rect(0, 0, w, h, fill)) +
      circle(w * 0.86, h * 0.1, 34 * u, globex.cyan, 'opacity=".35"') +
      circle(w * 0.1, h * 0.95, 30 * u, globex.mint, 'opacity=".3"'),
    write('1 in 4', w / 2, 26 * u, {
      size: fitSize('1 in 4', 74 * u, 24 * u, 0.15),
      color: globex.white,
      weight: 0.15,
      anchor: 'middle',
    }),
    writeLines(['homes on our street', 'now runs on its own roof'], w / 2, 58 * u, {
      size: 4.4 * u,
      color: globex.white,
      weight: 0.12,
      anchor: 'middle',
      leading: 1.8,
    }),
    [0, 1, 2, 3]
      .map((i) => at((31 + i * 10) * u, 76 * u, u * 0.33, icon('home', i === 0 ? globex.sun : '#9DB4FF')))
      .join(''),
    globexLogo(w / 2 - globexLogoWidth(7 * u) / 2, 90 * u, 7 * u, {
      ink: globex.white,
      accent: globex.cyan,
      paper: '#4A4CF0',
    }),
  ].join('')
}

export function profileHeader(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, globex.ink),
    clipped(w - 150 * u, 0, 150 * u, h, 0, tiles(150 * u, h, 'profile', 2)),
    globexLogo(16 * u, 26 * u, 26 * u, globexColors.dark),
    write('Energy belongs to roofs', 18 * u, 66 * u, { size: 7 * u, color: globex.sky, weight: 0.12 }),
  ].join('')
}

export function productStory(w: number, h: number): string {
  const u = unit(w, h)
  return [
    linear(['#FFF6DD', globex.sun], 0, (fill) => rect(0, 0, w, h, fill)) +
      circle(w / 2, h * 0.66, 42 * u, globex.white, 'opacity=".5"'),
    globexLogo(w / 2 - globexLogoWidth(9 * u) / 2, 14 * u, 9 * u, globexColors.light),
    writeLines(['Fills up', 'while you', 'sleep'], w / 2, 34 * u, {
      size: 11 * u,
      color: globex.ink,
      weight: 0.15,
      anchor: 'middle',
      leading: 1.42,
    }),
    at(w / 2, h * 0.67, u * 0.19, devices.charger()),
    polygon(
      [
        [w / 2 - 4 * u, h - 20 * u],
        [w / 2, h - 24 * u],
        [w / 2 + 4 * u, h - 20 * u],
      ],
      globex.ink,
    ) +
      write('Swipe up', w / 2, h - 16 * u, {
        size: 3.6 * u,
        color: globex.ink,
        weight: 0.14,
        anchor: 'middle',
      }),
  ].join('')
}
