import { publicId, type Uuid } from '../ids.ts'
import { outputFormats, type Rendering } from '../images/rendering.ts'
import type { Preset } from './queries.ts'

/** Part of links and storage keys. Increased when the same preset results in different bytes. */
const engineVersion = 1

/** The range of the specs of all renditions of a preset, including old renditions. The end is exclusive. */
export function specRange(presetId: Uuid): { from: string; to: string } {
  const start = `preset=${publicId('preset', presetId)}`
  // The apostrophe follows the ampersand.
  return { from: `${start}&`, to: `${start}'` }
}

/** The specs of the current preset, without focal points. */
export const specsOf = (preset: Preset): string[] =>
  (preset.format === 'original' ? outputFormats : [preset.format]).map((format) =>
    presetSpec(preset, format, null),
  )

/**
 * The name of a rendition in a preset, and the parameters of its link, in the order of storage/variants.ts.
 * The name contains all parameters, because a link shows the preset as it was when the link was created.
 */
export function presetSpec(
  preset: Preset,
  format: Rendering['format'],
  focus: { x: number; y: number } | null,
): string {
  const { width, height, fit, quality, background, color_profile, enlarge } = preset
  const spec = new URLSearchParams({ preset: publicId('preset', preset.id), v: `${engineVersion}` })
  if (width !== null) spec.set('w', `${width}`)
  if (height !== null) spec.set('h', `${height}`)
  if (fit !== 'inside') spec.set('fit', fit)
  spec.set('format', format)
  spec.set('q', `${quality}`)
  if (background !== null) spec.set('background', background.slice(1))
  if (color_profile !== 'srgb') spec.set('profile', color_profile)
  if (enlarge) spec.set('enlarge', '1')
  // The link to a cropped rendition changes with the focal point.
  if (fit === 'cover' && focus) spec.set(focusParameter, `${focus.x},${focus.y}`)
  return spec.toString()
}

/** The last parameter, which depends on the asset. */
export const focusParameter = 'focus'
