import { z } from 'zod'
import { renderFormats } from '../drawing/recipe.ts'
import { moment } from '../http/schemas/times.ts'
import { drawnFields } from '../renders/body.ts'

const openMax = 50
const keyLengthMax = 200
const sideMax = 8_192
const maxRendersMax = 1_000_000
const widthMaxDefault = 2_000

const { variables, quality, background, language, brand_kit_id, template_version } = drawnFields
const atMost = (max: number) => `must be a whole number from 1 to ${max.toLocaleString('en')}.`

export const linkBody = z.strictObject({
  open: z
    .array(z.string('must contain keys of variables.').max(keyLengthMax), 'must be a list.')
    .max(openMax, `must not contain more than ${openMax} keys.`)
    .default([])
    .describe('Keys of the variables that the URL can set. Variables that show assets cannot be open.'),
  variables: variables.describe('Values of the variables that the URL cannot set, by key.'),
  formats: z
    .array(z.enum(renderFormats, 'must contain formats of renders.'), 'must be a list.')
    .min(1, 'must contain a format.')
    .max(renderFormats.length, 'must contain each format once.')
    .default(['png'])
    .describe('Formats that the URL can request. Default: `png`.'),
  width_max: z
    .int(atMost(sideMax))
    .min(1, atMost(sideMax))
    .max(sideMax, atMost(sideMax))
    .default(widthMaxDefault)
    .describe(`Maximum \`width\` in the URL, in pixels. Default: ${widthMaxDefault.toLocaleString('en')}.`),
  max_renders: z
    .int(atMost(maxRendersMax))
    .min(1, atMost(maxRendersMax))
    .max(maxRendersMax, atMost(maxRendersMax))
    .nullable()
    .default(null)
    .describe('Maximum number of distinct renders. Null if unlimited.'),
  expires_at: moment
    .refine((at) => at.getTime() > Date.now(), 'must be in the future.')
    .nullable()
    .default(null)
    .describe('Time after which the link returns 410. Null for no expiry.'),
  quality,
  background,
  language,
  brand_kit_id,
  template_version,
})

export type LinkBody = z.output<typeof linkBody>
export type LinkRequest = Pick<LinkBody, 'variables' | 'quality' | 'background' | 'language' | 'brand_kit_id'>
