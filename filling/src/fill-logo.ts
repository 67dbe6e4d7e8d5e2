import type { SvgElement } from '@atelier/svg/tree'
import { relativeLuminance } from './contrast.ts'
import { fillImage } from './fill-image.ts'
import type { Filling } from './filling.ts'
import type { KitLogo } from './kit.ts'
import { areaOf } from './layer-box.ts'
import { withoutUses } from './layers.ts'
import { type Behind, colorAt } from './scene.ts'

/** The luminance with equal contrast to black and white (WCAG 2.2, relative luminance). */
const middleLuminance = 0.179

type Wanted = { variant?: KitLogo['variant'] | undefined; theme?: KitLogo['theme'] | undefined }

/**
 * Chooses the kit's logo for the background of its box. If the kit has no logo, the document keeps its own.
 */
export function fillLogo(
  filling: Filling,
  layer: SvgElement,
  variable: string,
  wanted: Wanted,
  behind: () => Behind,
): void {
  const target = withoutUses(filling.editing, layer)
  const theme = wanted.theme ?? themeUnder(filling, target, behind())
  const variant = wanted.variant ?? variantIn(variable)
  const logo = chosen(filling.logos, { variant, theme, insists: wanted.variant !== undefined })
  if (logo) fillImage(filling, target, { variable, picture: logo.picture, fit: 'contain', isLogo: true })
}

function themeUnder(filling: Filling, layer: SvgElement, behind: Behind): KitLogo['theme'] {
  const area = areaOf(filling, layer)
  const order = behind.scene.orderOf.get(layer)
  if (!area || order === undefined) return 'any'
  const luminances: number[] = []
  for (const across of [0.1, 0.3, 0.5, 0.7, 0.9])
    for (const down of [0.15, 0.5, 0.85]) {
      const color = colorAt(behind, [area.x + across * area.width, area.y + down * area.height], order)
      if (color) luminances.push(relativeLuminance(color))
    }
  if (luminances.length === 0) return 'any'
  const average = luminances.reduce((sum, one) => sum + one, 0) / luminances.length
  return average > middleLuminance ? 'light' : 'dark'
}

const variants = ['primary', 'secondary', 'icon', 'wordmark', 'monochrome'] as const

/** The logo variant in a variable's name. `$logo_icon` stands for an icon. */
const variantIn = (variable: string): KitLogo['variant'] =>
  variants.find((variant) => variable.toLowerCase().includes(variant)) ?? 'primary'

/**
 * A logo that is visible on the background takes precedence over the preferred variant, unless the variant is
 * required.
 */
function chosen(
  logos: readonly KitLogo[],
  { variant, theme, insists }: { variant: KitLogo['variant']; theme: KitLogo['theme']; insists: boolean },
): KitLogo | undefined {
  const score = (logo: KitLogo) => {
    const isExact = logo.theme === theme
    const isSeen = isExact || logo.theme === 'any' || theme === 'any'
    const isVariant = logo.variant === variant
    return (
      (isVariant && insists ? 16 : 0) +
      (isSeen ? 8 : 0) +
      (isVariant ? 4 : 0) +
      (isExact ? 2 : 0) +
      (logo.isDefault ? 1 : 0)
    )
  }
  return [...logos].sort((one, other) => score(other) - score(one))[0]
}
