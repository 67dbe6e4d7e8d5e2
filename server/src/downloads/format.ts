import { z } from 'zod'
import { specOf, type Wanted } from '../assets/pictures.ts'
import { standardSides } from '../assets/versions.ts'
import { fits, renditionFormats, renditionSideMax } from '../images/rendering.ts'
import type { Preset } from '../presets/queries.ts'

const { thumb: _, ...named } = standardSides
/** The formats with a name: WebP images with that longer side, in pixels. */
export const namedFormats = Object.keys(named) as (keyof typeof named)[]

const whole = (max: number) => {
  const error = `must be a whole number from 1 to ${max.toLocaleString('en')}.`
  return z.int(error).min(1, error).max(max, error)
}

const size = z.strictObject({
  w: whole(renditionSideMax)
    .optional()
    .describe('Width in pixels. Default: computed from `h` and the aspect ratio.'),
  h: whole(renditionSideMax)
    .optional()
    .describe('Height in pixels. Default: computed from `w` and the aspect ratio.'),
  fit: z
    .enum(fits)
    .optional()
    .describe('How images fit into `w` and `h`, as in asset links. Default: `inside`.'),
  format: z.enum(renditionFormats).optional().describe('Image format. Default: `webp`.'),
  q: whole(100).optional().describe('Compression quality, 1 to 100. Default: 80.'),
})

const names = ['original', ...namedFormats] as const

export const fileFormat = z
  .union([z.enum(names), size], {
    error: `must be ${names.join(', ')}, or an object with w, h, fit, format and q.`,
  })
  .describe(
    `Format of the files: \`original\`, \`small\` (WebP, up to ${named.small} pixels), \`large\` (WebP, up to ` +
      `${named.large} pixels), or an object with the size and format of the images. Files ` +
      'without an image are included unchanged, and `Report.txt` in the zip lists them.',
  )

export type FileFormat = z.output<typeof fileFormat>

/** The stored format. A preset is stored as it was when the archive was created. */
export type StoredFormat = FileFormat | { preset: Preset }

export const isPreset = (format: StoredFormat): format is { preset: Preset } =>
  typeof format === 'object' && 'preset' in format

/** The rendition of a file in this format (storage/variants.ts), and its extension. Undefined for the original. */
export function pictureIn(
  format: FileFormat,
  focus: { x: number; y: number } | null,
): { spec: string; extension: string } | undefined {
  if (format === 'original') return undefined
  const wanted: Wanted = typeof format === 'string' ? { w: named[format], h: named[format] } : format
  const spec = specOf(wanted, focus)
  const { format: type = 'webp' } = wanted
  return spec === '' ? undefined : { spec, extension: type === 'jpeg' ? 'jpg' : type }
}
