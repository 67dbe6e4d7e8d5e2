import { z } from 'zod'
import { nameText } from '../http/schemas/body-fields.ts'
import { colorProfiles, fits, outputFormats } from '../images/rendering.ts'

/** Menus and share pages show all presets, so their number is limited. */
export const presetsMax = 50
/** Maximum length of a side in pixels. At 300 dpi, that is 85 cm. */
export const presetSideMax = 10_000
const slugLengthMax = 50
const qualityDefault = 80

export const presetFormats = ['original', ...outputFormats] as const
export const metadataKinds = ['embed', 'copyright', 'none'] as const

const reservedNames: readonly string[] = ['original', 'large', 'small', 'thumb', 'poster']

const slugFault = `must be 1 to ${slugLengthMax} lowercase letters, digits and single hyphens, such as web-2000.`
const slug = z
  .string('must be a string.')
  .max(slugLengthMax, { error: slugFault, abort: true })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: slugFault, abort: true })
  .refine((name) => !reservedNames.includes(name), `must not be ${reservedNames.join(', ')}.`)

const whole = (max: number) => {
  const fault = `must be a whole number from 1 to ${max.toLocaleString('en')}.`
  return z.int(fault).min(1, fault).max(max, fault)
}

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be among ${values.join(', ')}.`)

const color = z
  .string('must be a string.')
  .regex(/^#[0-9a-f]{6}$/i, 'must be #RRGGBB.')
  .transform((value) => value.toUpperCase())

export const presetFields = {
  name: slug.describe('Name in links, such as `web-2000`. Unique within the company.'),
  label: nameText.describe('Name in the user interface.'),
  width: whole(presetSideMax)
    .nullable()
    .describe('Width in pixels. If null, it is computed from `height` and the aspect ratio.'),
  height: whole(presetSideMax)
    .nullable()
    .describe('Height in pixels. If null, it is computed from `width` and the aspect ratio.'),
  fit: oneOf(fits).describe(
    'How images fit into `width` and `height`: `inside` keeps the whole image, `cover` crops around the focal ' +
      'point, and `contain` adds a border.',
  ),
  format: oneOf(presetFormats).describe(
    "Image format. `original` is the asset's format if it is in this list, and otherwise `webp`.",
  ),
  quality: whole(100).describe(
    'Compression quality, 1 to 100. Has no effect on PNG and TIFF, which are lossless.',
  ),
  background: color
    .nullable()
    .describe(
      'Color behind transparent parts and of the border, as `#RRGGBB`. If null, the background is transparent if ' +
        'the format supports it, and otherwise white.',
    ),
  color_profile: oneOf(colorProfiles).describe(
    'Color space: `srgb`, `p3` (Display P3), or `cmyk` (FOGRA39, offset printing on coated paper) for JPEG and TIFF.',
  ),
  metadata: oneOf(metadataKinds).describe(
    "XMP in the file, from the asset's metadata at download time: `embed` as in links, `copyright` for only " +
      'creators, credit, copyright and usage terms, or `none`. AVIF files support only `none`.',
  ),
  enlarge: z
    .boolean('must be true or false.')
    .describe('Whether smaller images are enlarged. SVG images are always enlarged.'),
}

export const newPreset = z.strictObject({
  name: presetFields.name,
  label: presetFields.label.optional().describe('Name in the user interface. Default: `name`.'),
  width: presetFields.width.default(null),
  height: presetFields.height.default(null),
  fit: presetFields.fit.default('inside'),
  format: presetFields.format.default('original'),
  quality: presetFields.quality.default(qualityDefault),
  background: presetFields.background.default(null),
  color_profile: presetFields.color_profile.default('srgb'),
  metadata: presetFields.metadata.default('none'),
  enlarge: presetFields.enlarge.default(false),
})

export const presetChange = z.strictObject(presetFields).partial()

export type NewPreset = z.output<typeof newPreset>
export type PresetFields = z.output<z.ZodObject<typeof presetFields>>
