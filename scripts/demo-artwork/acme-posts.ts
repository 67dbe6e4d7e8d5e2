import { darken } from './color.ts'
import { unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeLogoWidth } from './logos.ts'
import { acme } from './palettes.ts'
import { products, studio } from './studio.ts'
import { at, circle, polygon, rect } from './svg.ts'

export function productPost(w: number, h: number): string {
  const u = unit(w, h)
  return [
    studio(w, h, { product: 'hotMug', color: acme.ember, wall: acme.canvas, backdrop: 'disc', size: 1.05 }),
    write('MADE FOR FIRST LIGHT', w / 2, 7 * u, {
      size: fitSize('MADE FOR FIRST LIGHT', 80 * u, 6 * u, 0.2),
      color: acme.forest,
      weight: 0.2,
      anchor: 'middle',
    }),
    write('The Enamel Mug, 350 ml', w / 2, 85 * u, {
      size: 3.6 * u,
      color: acme.forest,
      weight: 0.12,
      anchor: 'middle',
    }),
    circle(84 * u, 30 * u, 9.5 * u, acme.forest) +
      write('€18', 84 * u, 27.5 * u, { size: 5 * u, color: acme.cream, weight: 0.17, anchor: 'middle' }),
    acmeLogo(w / 2 - acmeLogoWidth(6 * u) / 2, 91.5 * u, 6 * u, acmeColors.light),
  ].join('')
}

export function salePost(w: number, h: number): string {
  const u = unit(w, h)
  const rays = Array.from({ length: 18 }, (_, i) =>
    at(
      w / 2,
      52 * u,
      u,
      polygon(
        [
          [0, 0],
          [-6, -110],
          [6, -110],
        ],
        darken(acme.ember, 0.1),
      ),
      i * 20,
    ),
  )
  return [
    rect(0, 0, w, h, acme.ember) + rays.join(''),
    circle(w / 2, 52 * u, 36 * u, acme.cream),
    at(w / 2 + 34 * u, 83 * u, 0.082 * u, products.lantern(acme.sun)) +
      at(w / 2 - 35 * u, 83 * u, 0.082 * u, products.backpack(acme.forest)),
    write('END OF SEASON', w / 2, 33 * u, {
      size: 4 * u,
      color: acme.forest,
      weight: 0.18,
      tracking: 0.08,
      anchor: 'middle',
    }),
    write('-30%', w / 2, 44 * u, { size: 15 * u, color: acme.ember, weight: 0.21, anchor: 'middle' }),
    write('until Sunday', w / 2, 65 * u, {
      size: 3.6 * u,
      color: acme.forest,
      weight: 0.13,
      anchor: 'middle',
    }),
    acmeLogo(w / 2 - acmeLogoWidth(7 * u) / 2, 4.5 * u, 7 * u, {
      ink: acme.cream,
      accent: acme.sun,
      paper: acme.ember,
    }),
  ].join('')
}

export function packingCarousel(w: number, h: number): string {
  const u = unit(w, h)
  const things = [
    ['backpack', acme.forest],
    ['sleepingBag', acme.lake],
    ['stove', acme.ember],
    ['headlamp', acme.sun],
  ] as const
  const tiles = things.map(([name, color], i) => {
    const [x, y] = [10 * u + (i % 2) * 41 * u, 37 * u + Math.floor(i / 2) * 38 * u]
    return (
      rect(x, y, 39 * u, 36 * u, i % 3 ? acme.cream : '#E6D6B8', 3 * u) +
      at(x + 19.5 * u, y + 18.5 * u, u * 0.082, products[name](color))
    )
  })
  return [
    rect(0, 0, w, h, acme.sage) + tiles.join(''),
    writeLines(['What we pack', 'for two nights'], 10 * u, 10 * u, {
      size: 6.6 * u,
      color: acme.forest,
      weight: 0.18,
      leading: 1.55,
    }),
    write('1/5  →', w - 10 * u, h - 9 * u, {
      size: 3.6 * u,
      color: acme.forest,
      weight: 0.15,
      anchor: 'end',
    }),
    acmeLogo(10 * u, h - 10.5 * u, 6 * u, acmeColors.light),
  ].join('')
}
