import { acmePatterns } from './acme-patterns.ts'
import { landscape } from './landscape.ts'
import { unit, veil } from './layout.ts'
import { fitSize, write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeLogoWidth, acmeMark } from './logos.ts'
import { acme } from './palettes.ts'
import { at, circle, clipped, line, path, polygon, rect } from './svg.ts'

export function coverImage(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'cover',
      light: 'golden',
      horizon: 0.7,
      sunX: 0.76,
      peaks: 6,
      birds: true,
      subjects: [{ what: 'hikers', x: 0.68, size: 0.8 }],
    }),
    veil(w, h, 90, '#3A2418', 'dd'),
    acmeLogo(8 * u, 14 * u, 13 * u, { ink: acme.cream, accent: acme.sun, paper: '#5A3826' }),
    writeLines(['Carry less.', 'Stay longer.'], 8 * u, 44 * u, {
      size: 12 * u,
      color: acme.cream,
      weight: 0.18,
      leading: 1.5,
    }),
  ].join('')
}

export function networkBanner(w: number, h: number): string {
  const u = unit(w, h)
  const promise = 'Gear that is repaired, not replaced'
  return [
    acmePatterns.ridgeline(w, h),
    path(`M0 0H${w * 0.52}L${w * 0.44} ${h}H0Z`, acme.forest),
    acmeLogo(12 * u, 18 * u, 24 * u, acmeColors.dark),
    write(promise, 12 * u, 64 * u, {
      size: fitSize(promise, w * 0.44 - 16 * u, 9 * u, 0.12),
      color: acme.cream,
      weight: 0.12,
    }),
  ].join('')
}

export function quoteCard(w: number, h: number): string {
  const u = unit(w, h)
  return [
    acmePatterns.topography(w, h),
    rect(11 * u, 11 * u, w - 22 * u, h - 22 * u, acme.forest, 4 * u),
    polygon(
      [
        [22 * u, 24 * u],
        [27 * u, 24 * u],
        [24 * u, 32 * u],
        [20 * u, 32 * u],
      ],
      acme.sun,
    ) +
      polygon(
        [
          [30 * u, 24 * u],
          [35 * u, 24 * u],
          [32 * u, 32 * u],
          [28 * u, 32 * u],
        ],
        acme.sun,
      ),
    writeLines(['The best map', 'is the one with', 'coffee on it.'], 20 * u, 40 * u, {
      size: 6 * u,
      color: acme.cream,
      weight: 0.14,
      leading: 1.75,
    }),
    line(`M${20 * u} ${75 * u}H${30 * u}`, acme.ember, 0.9 * u),
    write('Maren Holt, guide', 20 * u, 79 * u, { size: 2.8 * u, color: acme.sage, weight: 0.12 }),
    at(80 * u, 79 * u, u * 0.1, acmeMark(acmeColors.dark)),
  ].join('')
}

export function pin(w: number, h: number): string {
  const u = unit(w, h)
  const steps = [
    'Tent, pegs, spare cord',
    'A bag for five degrees less',
    'Stove, gas and two lighters',
    'Map on paper',
    'Something sweet',
  ]
  const rows = steps.map((text, i) => {
    const y = 86 * u + i * 10.4 * u
    return (
      circle(14 * u, y + 1.8 * u, 3.4 * u, acme.ember) +
      write(String(i + 1), 14 * u, y, { size: 3.4 * u, color: acme.cream, weight: 0.17, anchor: 'middle' }) +
      write(text, 22 * u, y, { size: 3.6 * u, color: acme.forest, weight: 0.12 })
    )
  })
  return [
    rect(0, 0, w, h, acme.cream),
    clipped(
      0,
      0,
      w,
      62 * u,
      0,
      landscape(w, 62 * u, {
        seed: 'pin',
        light: 'day',
        horizon: 0.6,
        peaks: 4,
        subjects: [{ what: 'dome', x: 0.5, size: 1.2 }],
      }),
    ),
    write('ONE NIGHT OUT', w / 2, 69 * u, {
      size: 7.6 * u,
      color: acme.forest,
      weight: 0.2,
      anchor: 'middle',
    }),
    rows.join(''),
    acmeLogo(w / 2 - acmeLogoWidth(6 * u) / 2, h - 11 * u, 6 * u, acmeColors.light),
  ].join('')
}
