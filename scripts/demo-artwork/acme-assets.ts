import { brand, icons, patterns } from './acme-brand-assets.ts'
import { gear } from './acme-gear-assets.ts'
import { trailMap } from './acme-patterns.ts'
import { cafeTerrace, storefront } from './acme-places.ts'
import { cold, spring, summer } from './acme-season-assets.ts'
import { type Drawing, plain } from './drawing.ts'
import { type LandscapeOptions, landscape } from './landscape.ts'
import { fitSize, write } from './lettering.ts'
import { acmeColors, acmeMark } from './logos.ts'
import { acme } from './palettes.ts'
import { products } from './studio.ts'
import { at, rect } from './svg.ts'

const scene = (o: LandscapeOptions): Drawing => ({ draw: (w, h) => landscape(w, h, o) })

export const acmeAssets: Readonly<Record<string, Drawing>> = {
  ...brand(),
  ...icons(),
  ...patterns(),
  ...gear(),
  ...spring(),
  ...summer(),
  ...cold(),
  ...others(),
}

function others(): Record<string, Drawing> {
  return {
    'cafe-terrace-at-dusk': plain(cafeTerrace),
    'storefront-north-ridge': plain(storefront),
    'north-trail-map': plain(trailMap),
    'elk-lake-old-crop': scene({
      seed: 'old',
      light: 'golden',
      lake: true,
      horizon: 0.6,
      peaks: 3,
      sunX: 0.3,
    }),
    'scan-0147': scene({ seed: 'scan', light: 'mist', horizon: 0.62, peaks: 5, trees: false, sunX: 0.6 }),
    'packing-checklist': plain(checklist),
  }
}

function checklist(w: number, h: number): string {
  const u = w / 100
  const things = [
    ['ridgeTent', 'Tent, pegs, spare cord'],
    ['sleepingBag', 'Sleeping bag'],
    ['stove', 'Stove and gas'],
    ['mug', 'Mug'],
    ['headlamp', 'Headlamp'],
    ['compass', 'Map and compass'],
    ['boot', 'Dry boots'],
  ] as const
  const colors = [acme.ember, acme.moss, acme.berry, acme.lake, acme.sun, acme.forest, '#8C5B3A']
  const rows = things.map(([product, text], i) => {
    const y = 34 * u + i * 13.2 * u
    return (
      rect(9 * u, y, 6 * u, 6 * u, 'none', u, `stroke="${acme.forest}" stroke-width="${u * 0.6}"`) +
      write(text, 21 * u, y + 1.4 * u, { size: 3.4 * u, color: acme.coal, weight: 0.12 }) +
      at(84 * u, y + 3 * u, u * 0.028, products[product](colors[i]!))
    )
  })
  const title = 'PACKING CHECKLIST'
  return [
    rect(0, 0, w, h, acme.cream) + rect(0, 0, w, 25 * u, acme.forest),
    write(title, 9 * u, 9 * u, { size: fitSize(title, 66 * u, 7 * u, 0.2), color: acme.cream, weight: 0.2 }),
    at(87 * u, 12.5 * u, u * 0.14, acmeMark(acmeColors.dark)) + rows.join(''),
  ].join('')
}
