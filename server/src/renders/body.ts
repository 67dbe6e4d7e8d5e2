import { isLocale } from '@atelier/filling'
import { z } from 'zod'
import { renderFormats } from '../drawing/recipe.ts'
import { externalId, idInBody, metadata, nameText } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { tagList } from '../tags/tag-list.ts'

/** Maximum length of a render's side in pixels. */
const sideMax = 16_384
const scaleMax = 10
const languageLengthMax = 35

const side = (name: string) =>
  z
    .int(`must be a whole number from 1 to ${sideMax}.`)
    .min(1, `must be a whole number from 1 to ${sideMax}.`)
    .max(sideMax, `must be a whole number from 1 to ${sideMax}.`)
    .nullable()
    .describe(`${name} in pixels. If null, it is computed from the other side or from the template.`)

const millimetersPer = { mm: 1, in: 25.4, pt: 25.4 / 72, px: 25.4 / 96 }
const lengthPattern = /^(\d{1,3}(?:\.\d{1,3})?)(mm|in|pt|px)$/
/** Millimeters. */
const bleedMax = 50

const bleed = z
  .string('must be a length such as 3mm.')
  .regex(lengthPattern, 'must be a length such as 3mm.')
  .transform((text) => {
    const [, length, unit] = lengthPattern.exec(text)!
    return Number(length) * millimetersPer[unit as keyof typeof millimetersPer]
  })
  .refine((length) => length <= bleedMax, `must not be more than ${bleedMax}mm.`)
  .meta(documentedAs({ type: 'string' }))

const pdf = z
  .strictObject({
    bleed: bleed.optional().describe('Bleed on all sides, such as `3mm`, up to `50mm`. Default: none.'),
    marks: z
      .array(z.enum(['crop']), 'must be a list.')
      .max(1, 'must not contain more than 1 mark.')
      .default([])
      .describe('Marks outside the trimmed page. `crop` is the only supported type.'),
    color: z
      .enum(['rgb', 'cmyk'])
      .default('rgb')
      .describe('Color space. `cmyk` uses the CMYK values of brand kit colors.'),
    text: z
      .enum(['outlines', 'embedded'])
      .default('outlines')
      .describe('`outlines` draws texts as paths. `embedded` embeds subsets of fonts that allow embedding.'),
    conformance: z.enum(['none', 'PDF/X-4', 'PDF/A-2b']).default('none').describe('PDF standard.'),
  })
  .describe('PDF options.')

const keep = z
  .strictObject({
    folder_id: idInBody('folder').nullable().optional().describe('Folder of the asset. Null for the root.'),
    name: nameText.optional().describe('Name of the asset. Default: the name of the template.'),
    tags: tagList('asset').optional().describe('IDs or slugs of asset tags.'),
  })
  .describe('Saves the render as an asset. Requires the scope `assets:write`.')

export const keepBody = keep.extend({})
export type Keep = z.output<typeof keep>

export const checks = ['warn', 'strict', 'off'] as const

export const drawnFields = {
  variables: z
    .record(z.string(), z.unknown(), 'must be an object.')
    .default({})
    .describe('Values, by variable key. Variables without a value keep the content of the document.'),
  format: z.enum(renderFormats).default('png').describe('File format. Default: `png`.'),
  width: side('Width').default(null),
  height: side('Height').default(null),
  scale: z
    .number('must be a number from 0.1 to 10.')
    .min(0.1, `must be a number from 0.1 to ${scaleMax}.`)
    .max(scaleMax, `must be a number from 0.1 to ${scaleMax}.`)
    .default(1)
    .describe('Scale factor for width and height. Default: 1.'),
  quality: z
    .int('must be a whole number from 1 to 100.')
    .min(1, 'must be a whole number from 1 to 100.')
    .max(100, 'must be a whole number from 1 to 100.')
    .nullable()
    .default(null)
    .describe('Quality of JPEG, WebP and AVIF, 1 to 100.'),
  background: z
    .string('must be transparent or a color such as #1A2B3C.')
    .regex(/^(transparent|#[0-9a-fA-F]{6})$/, 'must be transparent or a color such as #1A2B3C.')
    .nullable()
    .default(null)
    .describe('Background: `transparent` or `#RRGGBB`. Default: transparent, where the format allows it.'),
  language: z
    .string('must be a string.')
    .max(languageLengthMax, `must not be longer than ${languageLengthMax} characters.`)
    .refine(isLocale, 'must be a BCP 47 language tag such as de or pt-BR.')
    .nullable()
    .default(null)
    .describe('Language of the texts (BCP 47), for shaping, line breaks and number formats.'),
  brand_kit_id: idInBody('brandKit')
    .nullable()
    .default(null)
    .describe('Brand kit for fonts, colors and logos. Default: the default brand kit of the company.'),
  template_version: z
    .int('must be a whole number.')
    .min(1, 'must be a whole number.')
    .nullable()
    .default(null)
    .describe('Version of the template. Default: the current version.'),
  check: z
    .enum(checks)
    .default('warn')
    .describe(
      '`warn` reports findings, `strict` returns 422 if there are findings, and `off` reports no findings.',
    ),
  pdf: pdf.nullable().default(null),
}

const includeUnavailable = z
  .boolean('must be true or false.')
  .default(false)
  .describe('Whether to use unavailable assets. Requires the scope `assets:write`.')

export const checkBody = z.strictObject({ ...drawnFields, include_unavailable: includeUnavailable })
export type DrawnBody = z.output<typeof checkBody>

export const renderBody = z.strictObject({
  ...checkBody.shape,
  keep: keep.nullable().default(null),
  external_id: externalId.optional(),
  metadata: metadata.optional(),
})
export type RenderBody = z.output<typeof renderBody>
