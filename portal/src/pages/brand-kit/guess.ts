import type { BrandKitFont, BrandKitLogo } from '../../../../sdk/src/index.ts'

/** Guesses values from a file name; users can correct them. */

const nameOf = (fileName: string) => fileName.replace(/\.[^.]+$/, '')

const words = (text: string) =>
  text
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[-_\s]+/g, ' ')
    .trim()

const variants: [RegExp, BrandKitLogo['variant']][] = [
  [/word ?mark/i, 'wordmark'],
  [/\b(mono(chrome)?|black|white|one colou?r)\b/i, 'monochrome'],
  [/\b(icon|mark|symbol|avatar|favicon)\b/i, 'icon'],
  [/\b(secondary|stacked|alternative)\b/i, 'secondary'],
]
const themes: [RegExp, BrandKitLogo['theme']][] = [
  [/\b(on light|black|positive)\b/i, 'light'],
  [/\b(on dark|dark|white|negative|reversed?|inverted)\b/i, 'dark'],
]

/** "acme-logo-white.svg" → a monochrome logo for dark backgrounds. */
export function guessLogo(fileName: string): Pick<BrandKitLogo, 'name' | 'variant' | 'theme'> {
  const name = words(nameOf(fileName))
  const found = <Value>(pairs: [RegExp, Value][]) => pairs.find(([pattern]) => pattern.test(name))?.[1]
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1) || fileName,
    variant: found(variants) ?? 'primary',
    theme: found(themes) ?? 'any',
  }
}

/** Weight names at the end of a file name. A name must precede its suffixes. */
const weights: [RegExp, number][] = [
  [/ (extra|ultra) ?light$/i, 200],
  [/ (semi|demi) ?bold$/i, 600],
  [/ (extra|ultra) ?bold$/i, 800],
  [/ (thin|hairline)$/i, 100],
  [/ light$/i, 300],
  [/ (regular|normal|book|roman)$/i, 400],
  [/ medium$/i, 500],
  [/ bold$/i, 700],
  [/ (black|heavy)$/i, 900],
  [/ ([1-9]00)$/, 0],
]

/** "JosefinSans-BoldItalic.woff2" → Josefin Sans, 700, italic. */
export function guessFont(fileName: string): Pick<BrandKitFont, 'family' | 'weight' | 'style'> {
  const name = words(nameOf(fileName).replace(/\[.*?\]/g, ''))
  const upright = words(name.replace(/ ?(italic|oblique)\b/i, '').replace(/ (variable( ?font)?|VF)\b/i, ''))
  const [pattern, weight] = weights.find(([pattern]) => pattern.test(upright)) ?? [/$/, 400]
  return {
    family: words(upright.replace(pattern, '')) || fileName,
    weight: weight || Number(upright.slice(-3)),
    style: /italic|oblique/i.test(name) ? 'italic' : 'normal',
  }
}
