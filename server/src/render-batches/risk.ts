import type { Finding } from '../db/schema.ts'

/** The severity of findings. Types that are not listed get the default. */
const weights: Partial<Record<string, number>> = {
  glyph_missing: 100,
  text_overflow: 90,
  list_overflow: 90,
  asset_expired: 90,
  asset_not_yet: 90,
  text_truncated: 70,
  image_low_resolution: 50,
  image_upscaled: 50,
  contrast_low: 40,
  logo_clear_space: 20,
  text_shrunk: 15,
  font_not_in_kit: 10,
  color_not_in_kit: 10,
  asset_expiring: 5,
  text_wrapped: 1,
}
const weightDefault = 10
/** Additional weight if the font size is halved. */
const shrinkingWeight = 60

/**
 * The risk of a render, derived from its findings: how likely it is that a person has to look at the render.
 */
export const riskOf = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { type, data }) => sum + (weights[type] ?? weightDefault) + shrinking(type, data), 0)

function shrinking(type: string, { font_size, designed_font_size }: Record<string, unknown>): number {
  if (type !== 'text_shrunk' || typeof font_size !== 'number' || typeof designed_font_size !== 'number')
    return 0
  return Math.round(shrinkingWeight * Math.max(0, 1 - font_size / Math.max(designed_font_size, 1e-9)))
}
