import { trailMap } from './acme-patterns.ts'
import { landscape } from './landscape.ts'
import { unit } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeMark } from './logos.ts'
import { acme } from './palettes.ts'
import { studio } from './studio.ts'
import { at, circle, clipped, polygon, rect } from './svg.ts'

export function campaignPoster(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'poster',
      light: 'golden',
      lake: true,
      horizon: 0.76,
      sunX: 0.72,
      sunY: 0.49,
      peaks: 3,
      subjects: [{ what: 'canoe', x: 0.5, y: 0.85, size: 1.1 }],
    }),
    write('GO', 8 * u, 10 * u, { size: 22 * u, color: acme.cream, weight: 0.21 }),
    write('SLOWLY', 8 * u, 40 * u, {
      size: fitSize('SLOWLY', 80 * u, 22 * u, 0.21),
      color: acme.cream,
      weight: 0.21,
    }),
    acmeLogo(8 * u, h - 13 * u, 8 * u, { ink: acme.cream, accent: acme.sun, paper: '#3A2F2B' }),
    write('acme.example', w - 8 * u, h - 10.4 * u, {
      size: 3 * u,
      color: acme.cream,
      weight: 0.12,
      anchor: 'end',
    }),
  ].join('')
}

export function parkPoster(w: number, h: number): string {
  const u = unit(w, h)
  const inner = [w - 12 * u, h - 34 * u] as const
  return [
    rect(0, 0, w, h, acme.cream),
    at(
      6 * u,
      6 * u,
      1,
      clipped(
        0,
        0,
        inner[0],
        inner[1],
        2 * u,
        landscape(inner[0], inner[1], {
          seed: 'park',
          light: 'mist',
          lake: true,
          horizon: 0.6,
          sunX: 0.34,
          sunY: 0.24,
          peaks: 3,
          subjects: [{ what: 'jetty', x: 0.56, size: 1.4 }],
        }),
      ),
    ),
    write('ELK LAKE', w / 2, h - 22 * u, {
      size: 10.4 * u,
      color: acme.forest,
      weight: 0.21,
      tracking: 0.08,
      anchor: 'middle',
    }),
    write('PLACES WORTH A WET SOCK · NO. 4', w / 2, h - 7.4 * u, {
      size: 2.4 * u,
      color: acme.ember,
      weight: 0.16,
      tracking: 0.12,
      anchor: 'middle',
    }),
  ].join('')
}

export function catalogueCover(w: number, h: number): string {
  const u = unit(w, h)
  return [
    studio(w, h, { product: 'backpack', color: acme.ember, wall: '#D7C9AC', backdrop: 'hills', size: 1 }),
    write('ACME', w / 2, 9 * u, {
      size: fitSize('ACME', 84 * u, 30 * u, 0.2),
      color: acme.forest,
      weight: 0.2,
      anchor: 'middle',
    }),
    write('The Gear Book · Autumn 2026', w / 2, 43 * u, {
      size: 3.4 * u,
      color: acme.forest,
      weight: 0.13,
      anchor: 'middle',
    }),
    at(
      80 * u,
      h - 18 * u,
      u * 0.11,
      circle(0, 0, 100, acme.sun) +
        writeLines(['24 PAGES', 'OF MUD'], 0, -26, {
          size: 20,
          color: acme.forest,
          weight: 0.18,
          anchor: 'middle',
          leading: 1.7,
        }),
    ),
  ].join('')
}

export function trailFlyer(w: number, h: number): string {
  const u = unit(w, h)
  return [
    trailMap(w, h) +
      rect(0, h - 44 * u, w, 44 * u, acme.forest) +
      polygon(
        [
          [0, h - 44 * u],
          [w * 0.3, h - 56 * u],
          [w * 0.6, h - 44 * u],
        ],
        acme.forest,
      ),
    write('NORTH TRAIL', 8 * u, h - 35 * u, { size: 8 * u, color: acme.cream, weight: 0.2 }),
    writeLines(['14 km, 820 m up, 5 hours', 'Best in May and September'], 8 * u, h - 20 * u, {
      size: 3.6 * u,
      color: acme.sage,
      weight: 0.12,
      leading: 1.8,
    }),
    at(w - 13 * u, h - 12 * u, u * 0.13, acmeMark(acmeColors.dark)),
  ].join('')
}
