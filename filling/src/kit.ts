import type { Picture } from './picture.ts'

/** A color of a brand kit, in the format of the API. */
export type KitColor = {
  name: string
  /** `#RRGGBB`. */
  hex: string
  role: string | null
  /** Percentages. */
  cmyk: { c: number; m: number; y: number; k: number } | null
  pantone: string | null
}

export type KitFont = { family: string; weight: number; style: 'normal' | 'italic' }

export type KitLogo = {
  variant: 'primary' | 'secondary' | 'icon' | 'wordmark' | 'monochrome'
  /** The background that the logo is designed for. */
  theme: 'light' | 'dark' | 'any'
  isDefault: boolean
  picture: Picture
}

/** The prefix of a color of the kit: `brand:primary`, `brand:forest`. */
const prefix = 'brand:'
/** Allows every color of the kit in a palette. */
export const everyKitColor = 'brand:*'

/**
 * Finds a color by its name or role in the kit, with or without the prefix `brand:`. Names take precedence
 * over roles.
 */
export function kitColor(palette: readonly KitColor[], written: string): KitColor | undefined {
  const asked = folded(written.startsWith(prefix) ? written.slice(prefix.length) : written)
  return (
    palette.find(({ name }) => folded(name) === asked) ??
    palette.find(({ role }) => role !== null && role === asked)
  )
}

export const namesKitColor = (written: string) => written.startsWith(prefix)

export const kitColorNames = (palette: readonly KitColor[]) =>
  palette.flatMap(({ name, role }) => [
    `${prefix}${folded(name)}`,
    ...(role === null ? [] : [`${prefix}${role}`]),
  ])

/** Normalizes names: "Deep Forest" is also `deep-forest` and `deep_forest`, as in design tokens. */
const folded = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
