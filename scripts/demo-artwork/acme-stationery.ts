import { acmePatterns } from './acme-patterns.ts'
import { darken } from './color.ts'
import { landscape } from './landscape.ts'
import { unit } from './layout.ts'
import { write, writeLines } from './lettering.ts'
import { acmeBadge, acmeColors, acmeLogo, acmeMark } from './logos.ts'
import { acme } from './palettes.ts'
import { at, clipped, line, path, rect } from './svg.ts'

export function businessCard(w: number, h: number): string {
  const u = unit(w, h)
  return [
    rect(0, 0, w, h, acme.cream) + clipped(w * 0.62, 0, w * 0.38, h, 0, acmePatterns.ridgeline(w * 0.8, h)),
    acmeLogo(9 * u, 12 * u, 16 * u, acmeColors.light),
    write('Ana Ferré', 9 * u, 52 * u, { size: 7 * u, color: acme.forest, weight: 0.17 }),
    write('Head of Tents', 9 * u, 64 * u, { size: 4.2 * u, color: acme.ember, weight: 0.13 }),
    writeLines(['ana@acme.example', '+00 555 0100'], 9 * u, 77 * u, {
      size: 3.8 * u,
      color: acme.coal,
      weight: 0.11,
      leading: 1.9,
    }),
  ].join('')
}

export function letterhead(w: number, h: number): string {
  const u = unit(w, h)
  const bars = [60, 78, 74, 80, 52, 0, 77, 80, 71, 79, 34, 0, 76, 80, 45].map((wide, i) =>
    wide ? rect(10 * u, 52 * u + i * 3.7 * u, wide * u, 1.15 * u, '#D9D2C3', 0.6 * u) : '',
  )
  return [
    rect(0, 0, w, h, '#FFFFFF') + acmeLogo(10 * u, 9 * u, 9 * u, acmeColors.light),
    writeLines(['Acme Outfitters', '12 Sawmill Road', 'North Ridge'], w - 10 * u, 10 * u, {
      size: 1.9 * u,
      color: acme.coal,
      weight: 0.11,
      anchor: 'end',
      leading: 1.9,
    }),
    write('Dear friend of the outdoors,', 10 * u, 42 * u, { size: 2.5 * u, color: acme.coal, weight: 0.11 }),
    bars.join(''),
    path(
      `M0 ${h}V${h - 9 * u}L${22 * u} ${h - 20 * u}L${38 * u} ${h - 9 * u}L${56 * u} ${h - 16 * u}L${80 * u} ${h - 5 * u}L${w} ${h - 13 * u}V${h}Z`,
      acme.sage,
    ),
    path(
      `M0 ${h}V${h - 4 * u}L${34 * u} ${h - 12 * u}L${60 * u} ${h - 4 * u}L${84 * u} ${h - 9 * u}L${w} ${h - 3 * u}V${h}Z`,
      acme.forest,
    ),
  ].join('')
}

export function giftCard(w: number, h: number): string {
  const u = unit(w, h)
  return [
    acmePatterns.plaid(w, h),
    rect(
      7 * u,
      7 * u,
      w - 14 * u,
      h - 14 * u,
      'none',
      3 * u,
      `stroke="${acme.cream}" stroke-width="${u * 0.7}" stroke-dasharray="${u * 2} ${u * 1.6}"`,
    ),
    at(w * 0.3, h / 2, u * 0.32, acmeBadge(acmeColors.light)),
    write('€50', w * 0.74, h / 2 - 13 * u, {
      size: 16 * u,
      color: acme.cream,
      weight: 0.2,
      anchor: 'middle',
    }),
    write('for the next trip', w * 0.74, h / 2 + 12 * u, {
      size: 4.6 * u,
      color: acme.cream,
      weight: 0.14,
      anchor: 'middle',
    }),
  ].join('')
}

export function ticket(w: number, h: number): string {
  const u = unit(w, h)
  const stub = w * 0.76
  return [
    clipped(
      0,
      0,
      stub,
      h,
      0,
      landscape(stub, h, {
        seed: 'ticket',
        light: 'dusk',
        horizon: 0.82,
        sunX: 0.74,
        sunY: 0.5,
        peaks: 5,
        subjects: [
          { what: 'fire', x: 0.78, size: 1 },
          { what: 'tent', x: 0.6, size: 1.1 },
        ],
      }),
    ),
    rect(stub, 0, w - stub, h, acme.ember) +
      line(`M${stub} 0V${h}`, acme.cream, u * 0.9, `stroke-dasharray="${u * 0.1} ${u * 3.6}"`),
    write('CAMPFIRE NIGHT', 8 * u, 16 * u, { size: 12 * u, color: acme.cream, weight: 0.2 }),
    write('12 June, 19:30 · Elk Lake', 8 * u, 38 * u, { size: 6 * u, color: acme.cream, weight: 0.13 }),
    write('ADMIT ONE', stub + (w - stub) / 2, 24 * u, {
      size: 6 * u,
      color: acme.cream,
      weight: 0.19,
      anchor: 'middle',
    }),
    at(
      stub + (w - stub) / 2,
      62 * u,
      u * 0.36,
      acmeMark({ ink: acme.cream, accent: acme.sun, paper: darken(acme.ember, 0.2) }),
    ),
  ].join('')
}
