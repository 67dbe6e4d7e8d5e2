import { acmePatterns } from './acme-patterns.ts'
import { type Drawing, plain } from './drawing.ts'
import { type IconName, icon } from './icons.ts'
import {
  acmeBadge,
  acmeColors,
  acmeLogo,
  acmeLogoWidth,
  acmeMark,
  acmeWordmark,
  type LogoColors,
} from './logos.ts'
import { acme } from './palettes.ts'
import { at } from './svg.ts'

export function brand(): Record<string, Drawing> {
  const row = (c: LogoColors): Drawing =>
    plain((w, h) => acmeLogo((w - acmeLogoWidth(h * 0.7)) / 2, h * 0.15, h * 0.7, c), c.paper)
  const { light, dark, black, white } = acmeColors
  const stacked = (w: number, h: number) =>
    at(w / 2, h * 0.36, h / 170, acmeMark(light)) +
    acmeWordmark(w / 2, h * 0.74, h * 0.17, light.ink, 'middle')
  return {
    'acme-logo': row(light),
    'acme-logo-on-dark': row(dark),
    'acme-logo-black': row(black),
    'acme-logo-white': row(white),
    'acme-logo-stacked': plain(stacked, acme.cream),
    'acme-mark': plain((w, h) => at(w / 2, h / 2, h / 108, acmeMark(light)), acme.cream),
    'acme-wordmark': plain(
      (w, h) => acmeWordmark(w / 2, h * 0.2, h * 0.6, acme.forest, 'middle'),
      acme.cream,
    ),
    'acme-badge-1987': plain((w, h) => at(w / 2, h / 2, h / 204, acmeBadge(light)), acme.sage),
  }
}

export function icons(): Record<string, Drawing> {
  const names: IconName[] = [
    'tent',
    'mountain',
    'pine',
    'campfire',
    'compass',
    'backpack',
    'mug',
    'lantern',
    'sun',
    'boot',
  ]
  return Object.fromEntries(
    names.map((name) => [
      `icon-${name}`,
      plain((w) => at(0, 0, w / 24, icon(name, acme.forest)), acme.cream),
    ]),
  )
}

export function patterns(): Record<string, Drawing> {
  return Object.fromEntries(
    Object.entries(acmePatterns).map(([name, draw]) => [`pattern-${name}`, plain(draw)]),
  )
}
