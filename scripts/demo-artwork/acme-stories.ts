import { trailMap } from './acme-patterns.ts'
import { landscape } from './landscape.ts'
import { button, playButton, unit, veil } from './layout.ts'
import { write, writeLines } from './lettering.ts'
import { acmeColors, acmeLogo, acmeLogoWidth } from './logos.ts'
import { acme } from './palettes.ts'
import { rect } from './svg.ts'

export function seasonStory(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'story',
      light: 'dawn',
      lake: true,
      horizon: 0.62,
      sunY: 0.44,
      sunX: 0.5,
      peaks: 3,
      subjects: [{ what: 'tent', x: 0.42, size: 1.2 }],
    }),
    acmeLogo(w / 2 - acmeLogoWidth(9 * u) / 2, 14 * u, 9 * u, acmeColors.light),
    writeLines(['Spring', 'starts at', '5 a.m.'], w / 2, 34 * u, {
      size: 12 * u,
      color: acme.forest,
      weight: 0.17,
      anchor: 'middle',
      leading: 1.42,
    }),
    button(w / 2 - 18 * u, 88 * u, u * 1.25, 'See the range', acme.ember, acme.cream),
  ].join('')
}

export function videoThumbnail(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'film',
      light: 'night',
      aurora: true,
      sunX: 0.85,
      peaks: 4,
      subjects: [{ what: 'tent', x: 0.68, size: 1.5 }],
    }),
    veil(w, h, 90, '#06101c', 'aa'),
    write('FIELD NOTES · 07', 7 * u, 17 * u, { size: 3.6 * u, color: acme.sun, weight: 0.17, tracking: 0.1 }),
    writeLines(['ALONE WITH', 'THE NORTH', 'SKY'], 7 * u, 29 * u, {
      size: 11 * u,
      color: acme.cream,
      weight: 0.2,
      leading: 1.4,
    }),
    rect(82 * u + (w - 100 * u), 88 * u, 14 * u, 7 * u, '#000000', 1.4 * u, 'opacity=".6"') +
      write('12:40', w - 11 * u, 90 * u, {
        size: 3.2 * u,
        color: acme.cream,
        weight: 0.14,
        anchor: 'middle',
      }),
  ].join('')
}

export function reelCover(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'reel',
      light: 'autumn',
      horizon: 0.56,
      sunY: 0.2,
      peaks: 3,
      subjects: [{ what: 'van', x: 0.5, size: 1.3 }],
    }),
    rect(0, 22 * u, w, 30 * u, acme.ember),
    writeLines(['9 DAYS', 'IN A VAN'], w / 2, 27 * u, {
      size: 8.4 * u,
      color: acme.cream,
      weight: 0.21,
      anchor: 'middle',
      leading: 1.42,
    }),
    playButton(w / 2, h * 0.66, u * 1.2),
    acmeLogo(w / 2 - acmeLogoWidth(9 * u) / 2, 8 * u, 9 * u, acmeColors.light),
  ].join('')
}

export function trailClip(w: number, h: number): string {
  const u = unit(w, h)
  return [
    trailMap(w, h),
    veil(w, h, 0, '#1F3D33', 'dd'),
    writeLines(['The North Trail', 'in one minute'], 9 * u, h - 46 * u, {
      size: 7 * u,
      color: acme.cream,
      weight: 0.17,
      leading: 1.6,
    }),
    write('14 km · 820 m up', 9 * u, h - 20 * u, { size: 4 * u, color: acme.sun, weight: 0.13 }),
    playButton(w / 2, h * 0.3, u * 1.2),
  ].join('')
}

export function teaser(w: number, h: number): string {
  const u = unit(w, h)
  return [
    landscape(w, h, {
      seed: 'teaser',
      light: 'dusk',
      lake: true,
      sunX: 0.5,
      sunY: 0.4,
      peaks: 5,
      subjects: [
        { what: 'dome', x: 0.3, size: 0.9 },
        { what: 'fire', x: 0.44, size: 0.6 },
      ],
    }),
    write('BASECAMP DOME 4', w / 2, 16 * u, {
      size: 8 * u,
      color: acme.cream,
      weight: 0.2,
      tracking: 0.06,
      anchor: 'middle',
    }),
    write('Room for the whole evening', w / 2, 29 * u, {
      size: 4 * u,
      color: acme.cream,
      weight: 0.12,
      anchor: 'middle',
    }),
    playButton(w / 2, h * 0.62, u),
  ].join('')
}
