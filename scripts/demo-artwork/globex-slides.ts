import { ribbons } from './globex-abstract.ts'
import { chart, themes } from './globex-charts.ts'
import { icon } from './icons.ts'
import { unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { globexColors, globexLogo, globexLogoWidth } from './logos.ts'
import { globex } from './palettes.ts'
import { at, circle, rect } from './svg.ts'

export function titleSlide(w: number, h: number): string {
  const u = unit(w, h)
  return [
    ribbons(w, h, 'title'),
    globexLogo(9 * u, 9 * u, 11 * u, globexColors.dark),
    writeLines(['Power that', 'plans ahead'], 9 * u, 34 * u, {
      size: 10.5 * u,
      color: globex.white,
      weight: 0.14,
      leading: 1.5,
    }),
    write('Company update, third quarter 2026', 9 * u, 68 * u, {
      size: 3 * u,
      color: globex.white,
      weight: 0.12,
    }),
  ].join('')
}

export function pitchDeck(w: number, h: number): string {
  const u = unit(w, h)
  const points = [
    ['panel', 'Make', 'Panels on every roof'],
    ['battery', 'Keep', 'A battery that learns'],
    ['plug', 'Share', 'A grid among neighbors'],
  ] as const
  const columns = points.map(([name, head, text], i) => {
    const x = w * 0.065 + i * w * 0.3
    return [
      rect(x, 38 * u, w * 0.27, 46 * u, globex.white, 3 * u) + circle(x + 10 * u, 50 * u, 6 * u, globex.fog),
      at(x + 6.4 * u, 46.4 * u, u * 0.3, icon(name, globex.blue)),
      write(head, x + 5 * u, 63 * u, { size: 4.6 * u, color: globex.ink, weight: 0.16 }),
      write(text, x + 5 * u, 73.5 * u, {
        size: fitSize(text, w * 0.27 - 10 * u, 2.5 * u),
        color: '#5A6A94',
        weight: 0.11,
      }),
    ].join('')
  })
  return [
    rect(0, 0, w, h, globex.fog),
    write('How a house becomes a power plant', w * 0.065, 13 * u, {
      size: 5.8 * u,
      color: globex.ink,
      weight: 0.14,
    }),
    rect(w * 0.065, 26 * u, 14 * u, 1.4 * u, globex.cyan, 0.7 * u) + columns.join(''),
    globexLogo(w - w * 0.035 - globexLogoWidth(6 * u), 90 * u, 6 * u, globexColors.light),
  ].join('')
}

export function dataSlide(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, globex.ink) + rect(w * 0.4, 9 * u, w * 0.56, 82 * u, themes.dark.card, 3 * u),
    at(w * 0.44, 16 * u, (w * 0.48) / 600, chart('bars', themes.dark, 'slide')),
    write('412', w * 0.055, 26 * u, { size: 17 * u, color: globex.cyan, weight: 0.13 }),
    write('gigawatt hours', w * 0.055, 50 * u, { size: 4.2 * u, color: globex.white, weight: 0.13 }),
    writeLines(['came from roofs this year,', 'a fifth more than last.'], w * 0.055, 61 * u, {
      size: 2.7 * u,
      color: globex.sky,
      weight: 0.11,
      leading: 1.9,
    }),
    globexLogo(w * 0.055, 84 * u, 7 * u, globexColors.dark),
  ].join('')
}
