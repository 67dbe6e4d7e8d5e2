import { z } from 'zod'
import { askMatching } from '../db/filters.ts'
import type { JsonRow } from '../db/tenancy.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { nameText } from '../http/schemas/body-fields.ts'
import { anyOf } from '../http/schemas/query-parameters.ts'
import { Id } from '../wire.ts'
import { colorInBody, colorRoles } from './color-body.ts'
import { addColor, changeColor as change } from './colors.ts'
import { cmykOfRgb, hslOfRgb, rgbOfHex } from './notations.ts'
import * as part from './part.ts'
import { partsMax, removePart } from './positions.ts'
import { type ColorRow, colors } from './queries.ts'

const percent = z.number().min(0).max(100)
const level = z.int().min(0).max(255)
const Inks = z.object({ c: percent, m: percent, y: percent, k: percent })

export const Color = z
  .object({
    id: Id('color'),
    ...part.ofKit,
    name: z.string(),
    hex: z
      .string()
      .regex(/^#[0-9A-F]{6}$/)
      .describe('Screen color as `#RRGGBB`.'),
    rgb: z.object({ r: level, g: level, b: level }).describe('Screen color as integers from 0 to 255.'),
    hsl: z
      .object({ h: z.number().min(0).lt(360), s: percent, l: percent })
      .describe('Hue in degrees, saturation and lightness in percent, to one decimal place.'),
    opacity: z.number().min(0).max(1).describe('Opacity, 0 to 1.'),
    cmyk: Inks.nullable().describe('CMYK values for print, in percent. Null if not set.'),
    cmyk_estimate: Inks.describe(
      'CMYK values computed from `hex` without a color profile, in percent. Only an estimate.',
    ),
    pantone: z.string().nullable(),
    role: z.enum(colorRoles).nullable(),
    group: z.string().nullable(),
    ...part.placed,
  })
  .meta({ id: 'BrandKitColor' })

const colorsResource = resource({
  kind: 'color',
  cacheable: true,
  path: '/brand-kit/colors',
  scope: part.readScope,
  group: part.group,
  nouns: ['brand kit color', 'brand kit colors'],
  item: Color,
  sorts: part.partSorts,
  filters: {
    ...part.ofKitFilter,
    role: anyOf(z.enum(colorRoles)).optional().describe('Role of the colors.'),
  },
  find: colors,
  ask: ({ brand_kit_id, role }) => ({
    ...askMatching('brand_kit', brand_kit_id),
    ...askMatching('role', role),
  }),
  present: presentColor,
})

export const listColors = listEndpoint(colorsResource)
export const getColor = getEndpoint(colorsResource)

export const createColor = createEndpoint(colorsResource, {
  scope: part.writeScope,
  description: `Creates a color from \`hex\`, \`rgb\`, \`hsl\` or \`cmyk\` and returns it. If several of \`hex\`, \`rgb\` and \`hsl\` are sent, they must describe the same color. A brand kit can have up to ${partsMax} colors.`,
  body: z
    .strictObject({ ...part.placeInBody, name: nameText, ...colorInBody, ...part.positionInBody })
    // Reported together with other errors (contract R-VALID-1).
    .refine(
      ({ hex, rgb, hsl, cmyk }) => [hex, rgb, hsl, cmyk ?? undefined].some((one) => one !== undefined),
      {
        path: ['hex'],
        error: 'is required unless rgb, hsl or cmyk is sent.',
        when: () => true,
      },
    ),
  async create({ trx, companyId, body, now, events }) {
    const color = await addColor(trx, companyId, body, now)
    events.push(...color.events)
    return color.id
  },
})

export const changeColor = changeEndpoint(colorsResource, {
  scope: part.writeScope,
  description:
    'Updates the specified fields and returns the color. The screen color and the CMYK values are ' +
    'independent, with one exception: a screen color that was computed from the CMYK values changes with ' +
    'them.',
  body: z.strictObject({ name: nameText.optional(), ...colorInBody, ...part.positionInBody }),
  async change({ trx, companyId, id, body, now, events }) {
    events.push(...(await change(trx, companyId, id, body, now)))
  },
})

export const deleteColor = deleteEndpoint(colorsResource, {
  scope: part.writeScope,
  description: 'Permanently deletes the color.',
  async remove({ trx, companyId, id, now, events }) {
    events.push(...(await removePart(trx, companyId, 'color', id, now)))
  },
})

/**
 * Returns every notation. `cmyk` contains only values that a client set (contract R-FIELD-14), because the
 * right ink values depend on paper and profile, and a computed value must not look like a decision.
 */
export function presentColor(row: JsonRow<ColorRow>): z.input<typeof Color> {
  const rgb = rgbOfHex(row.hex)
  return {
    ...part.partHead('color', row),
    name: row.name,
    hex: row.hex,
    rgb,
    hsl: hslOfRgb(rgb),
    opacity: row.opacity,
    cmyk: row.cmyk && { c: row.cmyk.c, m: row.cmyk.m, y: row.cmyk.y, k: row.cmyk.k },
    cmyk_estimate: cmykOfRgb(rgb),
    pantone: row.pantone,
    role: row.role,
    group: row.group,
    ...part.partTail(row),
  }
}
