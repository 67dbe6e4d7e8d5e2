import type { Faults } from '../errors.ts'
import type { PresetFields } from './body.ts'

export const presetPixelsMax = 100_000_000

export function presetFaults({
  width,
  height,
  fit,
  format,
  color_profile,
  metadata,
  enlarge,
}: PresetFields): Faults {
  const faults: Faults = {}
  if (fit !== 'inside' && (width === null || height === null))
    faults.fit = [`The fit ${fit} needs a width and a height.`]
  if (enlarge && width === null && height === null)
    faults.enlarge = ['The preset has no width or height to enlarge images to.']
  if (color_profile === 'cmyk' && format !== 'jpeg' && format !== 'tiff')
    faults.color_profile = ['The color profile cmyk needs the format jpeg or tiff.']
  if (metadata !== 'none' && format === 'avif')
    faults.metadata = [
      'Metadata cannot be written into AVIF files. Set it to none, or choose another format.',
    ]
  return faults
}
