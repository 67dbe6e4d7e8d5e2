import { landscape } from './landscape.ts'
import { unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeLogoWidth, acmeMark } from './logos.ts'
import { acme } from './palettes.ts'
import { products } from './studio.ts'
import { at, circle, line, path, rect } from './svg.ts'

export function hangTag(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, '#E7E2D8') +
      path(
        `M${8 * u} ${24 * u}L${26 * u} ${6 * u}H${74 * u}L${92 * u} ${24 * u}V${h - 6 * u}H${8 * u}Z`,
        acme.forest,
      ),
    circle(w / 2, 18 * u, 5 * u, '#E7E2D8') +
      circle(w / 2, 18 * u, 6.4 * u, 'none', `stroke="${acme.sun}" stroke-width="${u}"`),
    at(w / 2, 62 * u, u * 0.36, acmeMark(acmeColors.dark)),
    write('RIDGE 2', w / 2, 96 * u, { size: 9 * u, color: acme.cream, weight: 0.2, anchor: 'middle' }),
    writeLines(['Two people', '1.9 kg', 'Repaired for life'], w / 2, 116 * u, {
      size: 4.6 * u,
      color: acme.sage,
      weight: 0.13,
      anchor: 'middle',
      leading: 2.1,
    }),
    line(`M${24 * u} ${150 * u}H${76 * u}`, acme.sun, u * 0.8),
    write('€349', w / 2, 157 * u, { size: 8 * u, color: acme.sun, weight: 0.18, anchor: 'middle' }),
  ].join('')
}

export function shelfTalker(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, acme.sun) + circle(w * 0.8, h * 0.5, 42 * u, acme.cream),
    at(w * 0.8, h * 0.46, u * 0.175, products.headlamp(acme.ember)),
    write('NEW', 8 * u, 12 * u, { size: 6 * u, color: acme.ember, weight: 0.2, tracking: 0.1 }),
    writeLines(['Firefly', 'headlamp'], 8 * u, 28 * u, {
      size: 9 * u,
      color: acme.forest,
      weight: 0.18,
      leading: 1.5,
    }),
    write('90 hours on one charge', 8 * u, 64 * u, { size: 4.2 * u, color: acme.forest, weight: 0.12 }),
    write('€45', 8 * u, 80 * u, { size: 10 * u, color: acme.forest, weight: 0.2 }),
  ].join('')
}

export function windowBanner(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'window',
      light: 'winter',
      horizon: 0.66,
      peaks: 3,
      sunY: 0.4,
      subjects: [{ what: 'cabin', x: 0.5, size: 1.4 }],
    }),
    write('WINTER', w / 2, 14 * u, {
      size: fitSize('WINTER', 80 * u, 20 * u, 0.2),
      color: acme.forest,
      weight: 0.2,
      anchor: 'middle',
    }),
    write('is a place', w / 2, 36 * u, { size: 9 * u, color: acme.forest, weight: 0.14, anchor: 'middle' }),
    acmeLogo(w / 2 - acmeLogoWidth(9 * u) / 2, h - 14 * u, 9 * u, acmeColors.light),
  ].join('')
}
