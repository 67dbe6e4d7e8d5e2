import { descendants, type SvgElement } from '@atelier/svg/tree'
import type { Fonts, GlyphRun } from '@atelier/typesetting'
import type { FillingFinding } from './findings.ts'
import type { KitColor, KitFont } from './kit.ts'

/** Reports colors in values that are not in the kit, unless the kit has no colors. */
export function colorFindings(
  colors: readonly { variable: string; hex: string }[],
  palette: readonly KitColor[],
): FillingFinding[] {
  if (palette.length === 0) return []
  const hexes = new Set(palette.map(({ hex }) => hex.toUpperCase()))
  const named = new Set<string>()
  return colors.flatMap(({ variable, hex }) => {
    if (hexes.has(hex) || named.has(`${variable} ${hex}`)) return []
    named.add(`${variable} ${hex}`)
    const near = nearest(hex, palette)
    return [
      {
        type: 'color_not_in_kit',
        variable,
        message: `The color ${hex} is not in the brand kit. The nearest one is ${near.name} (${near.hex}).`,
        data: { hex, nearest: { name: near.name, hex: near.hex } },
      },
    ]
  })
}

function nearest(hex: string, palette: readonly KitColor[]): KitColor {
  const distance = (color: KitColor) => distanceBetween(hex, color.hex)
  return palette.toSorted((one, other) => distance(one) - distance(other))[0]!
}

/** The red mean, which approximates the perceived difference of two colors. */
function distanceBetween(one: string, other: string): number {
  const [a, b] = [channels(one), channels(other)]
  const red = (a[0] + b[0]) / 2
  const [dr, dg, db] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  return (2 + red / 256) * dr * dr + 4 * dg * dg + (2 + (255 - red) / 256) * db * db
}

const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/**
 * Reports text in fonts that the company has uploaded but the kit does not contain. Reports nothing if the kit
 * has no fonts.
 */
export function fontFindings(
  texts: readonly { element: SvgElement; variable: string | undefined }[],
  runs: readonly GlyphRun[],
  fonts: Fonts,
  kitFonts: readonly KitFont[],
): FillingFinding[] {
  const inKit = new Set(kitFonts.map(({ family }) => family.toLowerCase()))
  const other = fonts.company.filter(({ families }) => !families.some((family) => inKit.has(family)))
  if (inKit.size === 0 || other.length === 0) return []
  const byRun = new Map(
    runs.flatMap(({ id, font }) => {
      const face = font.source === 'company' ? other.find((one) => one.id === font.id) : undefined
      return face ? [[String(id), face.family] as const] : []
    }),
  )
  return texts.flatMap(({ element, variable }) => {
    const parts = byRun.size === 0 ? [] : [...descendants(element)]
    const families = new Set(parts.flatMap((part) => byRun.get(part.attributes.get('data-run') ?? '') ?? []))
    return [...families].map(
      (family): FillingFinding => ({
        type: 'font_not_in_kit',
        ...(variable !== undefined && { variable }),
        message: `The font ${family} is not in the brand kit.`,
        data: { family },
      }),
    )
  })
}
