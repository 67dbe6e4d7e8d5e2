import { landscape } from './landscape.ts'
import { button, unit } from './layout.ts'
import { write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeLogoWidth } from './logos.ts'
import { acme } from './palettes.ts'
import { products, studio } from './studio.ts'
import { at, clipped, rect } from './svg.ts'

export function emailHeader(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'mail',
      light: 'mist',
      horizon: 0.82,
      sunX: 0.8,
      peaks: 6,
      birds: true,
      trees: false,
    }),
    acmeLogo(w / 2 - acmeLogoWidth(24 * u) / 2, 16 * u, 24 * u, acmeColors.light),
  ].join('')
}

export function newsletter(w: number, h: number): string {
  const u = unit(w, h)
  const cards = [
    ['boot', '#8C5B3A', 'Trail boot'],
    ['bottle', acme.moss, 'Flask'],
    ['beanie', acme.berry, 'Beanie'],
  ] as const
  const row = cards.map(([name, color, label], i) => {
    const x = 6 * u + i * 30 * u
    return (
      rect(x, 122 * u, 28 * u, 30 * u, acme.canvas, 2 * u) +
      at(x + 14 * u, 137 * u, u * 0.062, products[name](color)) +
      write(label, x + 14 * u, 156 * u, { size: 2.6 * u, color: acme.forest, weight: 0.13, anchor: 'middle' })
    )
  })
  return [
    rect(0, 0, w, h, '#FFFFFF') + acmeLogo(w / 2 - acmeLogoWidth(7 * u) / 2, 5 * u, 7 * u, acmeColors.light),
    clipped(
      6 * u,
      17 * u,
      88 * u,
      56 * u,
      2 * u,
      landscape(88 * u, 56 * u, {
        seed: 'letter',
        light: 'day',
        lake: true,
        peaks: 4,
        subjects: [{ what: 'canoe', x: 0.5, y: 0.82, size: 1 }],
      }),
    ),
    write('Water first', w / 2, 79 * u, { size: 6 * u, color: acme.forest, weight: 0.18, anchor: 'middle' }),
    writeLines(['Three lakes that you can paddle', 'before breakfast, and what to bring.'], w / 2, 91 * u, {
      size: 2.9 * u,
      color: acme.coal,
      weight: 0.11,
      anchor: 'middle',
      leading: 1.9,
    }),
    button(w / 2 - 14 * u, 105 * u, u * 1.1, 'Read the story', acme.ember, acme.cream) + row.join(''),
    rect(0, h - 16 * u, w, 16 * u, acme.forest) +
      write('You hear from us twice a month.', w / 2, h - 9 * u, {
        size: 2.3 * u,
        color: acme.sage,
        weight: 0.11,
        anchor: 'middle',
      }),
  ].join('')
}

export function cartReminder(w: number, h: number): string {
  const u = unit(w, h)
  return [
    studio(w, h, { product: 'daypack', color: acme.lake, wall: acme.mist, backdrop: 'split', size: 1.1 }),
    writeLines(['Still', 'thinking', 'it over?'], 8 * u, 16 * u, {
      size: 9 * u,
      color: acme.forest,
      weight: 0.18,
      leading: 1.45,
    }),
    button(8 * u, 68 * u, u * 1.4, 'Back to my bag', acme.ember, acme.cream),
    acmeLogo(w - 8 * u - acmeLogoWidth(9 * u), 84 * u, 9 * u, acmeColors.light),
  ].join('')
}
