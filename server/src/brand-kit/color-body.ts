import { z } from 'zod'
import { nameText } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type Cmyk, hexOfRgb, type Rgb, rgbOfCmyk, rgbOfHex, rgbOfHsl } from './notations.ts'

/** The notations of a color in a request. Messages continue a sentence (validation.ts). */

const between = (max: number) =>
  z.number('must be a number.').min(0, 'must not be less than 0.').max(max, `must not be more than ${max}.`)
/**
 * Rounds numbers that are too small for the column. The column has single precision, and PostgreSQL fails on numbers
 * that it cannot distinguish from 0.
 */
const withoutDust = (value: number) => (Math.fround(value) === 0 ? 0 : value)
const level = z
  .int('must be an integer from 0 to 255.')
  .min(0, 'must be an integer from 0 to 255.')
  .max(255, 'must be an integer from 0 to 255.')
const anObject = 'must be an object.'

/** A one-line label that is not empty, or null. */
const label = nameText.nullable()

export const colorRoles = ['primary', 'secondary', 'accent', 'neutral', 'background', 'text'] as const

export const notationsInBody = {
  hex: z
    .string('must be a string.')
    .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'must be #RGB, #RRGGBB or #RRGGBBAA.')
    .optional()
    .describe('Screen color as `#RGB`, `#RRGGBB` or `#RRGGBBAA`. `#RRGGBBAA` also sets the opacity.'),
  rgb: z
    .strictObject({ r: level, g: level, b: level }, anObject)
    .optional()
    .describe('Screen color as integers from 0 to 255.'),
  hsl: z
    .strictObject({ h: between(360), s: between(100), l: between(100) }, anObject)
    .optional()
    .describe('Hue in degrees, saturation and lightness in percent.'),
  cmyk: z
    .strictObject({ c: between(100), m: between(100), y: between(100), k: between(100) }, anObject)
    .nullable()
    .optional()
    .describe(
      'CMYK values for print, in percent, stored unchanged. For a new color without `hex`, `rgb` or ' +
        '`hsl`, they also define the screen color.',
    ),
  opacity: between(1)
    .transform(withoutDust)
    .optional()
    .describe('Opacity, 0 to 1. Default for a new color: the opacity in `hex`, or 1.'),
}

export const colorInBody = {
  ...notationsInBody,
  pantone: label.optional().describe('Pantone name, such as `286 C`.'),
  role: z.enum(colorRoles).nullable().optional(),
  group: label.optional().describe('Heading of the group that contains the color.'),
}

export type Notations = z.output<z.ZodObject<typeof notationsInBody>>

export type Screen = { hex?: string; opacity?: number }

/**
 * Maximum difference between `hsl` and `hex`, in levels of 255. Rounding hsl to whole numbers changes hex by
 * up to 6.
 */
const hslToleranceLevels = 6
/** Maximum difference between two notations of an opacity. In two hex digits, one half is 7F or 80. */
const opacityTolerance = 1 / 255

/**
 * The screen color of a request. Notations of the same color can be combined, and the most exact notation is
 * stored.
 * @throws {ApiError} `invalid` on a field that contradicts another field.
 */
export function screenOf({ hex, rgb, hsl, opacity }: Notations): Screen {
  const written = hex === undefined ? undefined : readHex(hex)
  if (written && rgb && distance(written.rgb, rgb) > 0) throw contradiction('rgb', 'hex')
  const exact = written?.rgb ?? rgb
  if (exact && hsl && distance(exact, rgbOfHsl(hsl)) > hslToleranceLevels)
    throw contradiction('hsl', written ? 'hex' : 'rgb')
  if (opacity !== undefined && written?.opacity !== undefined) {
    if (Math.abs(opacity - written.opacity) > opacityTolerance) throw contradiction('opacity', 'hex')
  }
  const shown = exact ?? (hsl && rgbOfHsl(hsl))
  const alpha = opacity ?? written?.opacity
  return { ...(shown && { hex: hexOfRgb(shown) }), ...(alpha !== undefined && { opacity: alpha }) }
}

/** The screen color for CMYK values alone. */
export const hexOfCmyk = (cmyk: Cmyk) => hexOfRgb(rgbOfCmyk(cmyk))

function readHex(text: string): { rgb: Rgb; opacity?: number } {
  const digits = text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text
  const rgb = rgbOfHex(digits.slice(0, 7))
  if (digits.length === 7) return { rgb }
  // Three decimals distinguish all 256 levels.
  return { rgb, opacity: Math.round((Number.parseInt(digits.slice(7), 16) / 255) * 1000) / 1000 }
}

const distance = (a: Rgb, b: Rgb) => Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b))

const contradiction = (field: string, other: string) =>
  invalid(field, `The ${field} field contradicts ${other}.`)
