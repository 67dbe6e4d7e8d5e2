import { z } from 'zod'
import { firstChangeOf, type LinksAsked, unavailableLinks } from '../assets/availability.ts'
import { familiesOf, redrawFamilies } from '../assets/font-families.ts'
import type { JsonRow } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  show,
} from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { nameText } from '../http/schemas/body-fields.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Id, Time, time } from '../wire.ts'
import { Color, presentColor } from './color-routes.ts'
import { contrastOf, pairs } from './contrast.ts'
import { Font, presentFont } from './font-routes.ts'
import { addKit, changeKit, removeKit } from './kits.ts'
import { Logo, presentLogo } from './logo-routes.ts'
import { group, readScope, writeScope } from './part.ts'
import { type BrandKitRow, brandKits } from './queries.ts'
import { formatNames, tokenFile, tokenMedia } from './tokens/formats.ts'

export const BrandKit = z
  .object({
    id: Id('brandKit'),
    name: z.string(),
    is_default: z.boolean(),
    logos: z.array(Logo),
    colors: z.array(Color),
    fonts: z.array(Font),
    version: z
      .int()
      .describe(
        'Version number. Incremented with every change to the brand kit or its logos, colors and fonts.',
      ),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'BrandKit' })

const kitsResource = resource({
  kind: 'brandKit',
  cacheable: true,
  path: '/brand-kit',
  scope: readScope,
  group,
  nouns: ['brand kit', 'brand kits'],
  item: BrandKit,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {},
  find: brandKits,
  view: unavailableLinks,
  present: presentKit,
  changesAt: (rows) => firstChangeOf(rows.flatMap(({ logos, fonts }) => [...logos, ...fonts])),
})

export const listBrandKits = listEndpoint(kitsResource)
export const getBrandKit = getEndpoint(kitsResource)

const kitName = nameText.describe('Name on a single line. Unique within the company, ignoring case.')
const isDefault = z
  .boolean('must be true or false.')
  .describe('Whether this is the default brand kit. `true` replaces the previous default.')

export const createBrandKit = createEndpoint(kitsResource, {
  scope: writeScope,
  description:
    'Creates an empty brand kit and returns it. The first brand kit of a company is always the default. ' +
    'If another brand kit has this name, the request returns 422.',
  body: z.strictObject({
    name: kitName,
    is_default: isDefault
      .default(false)
      .describe('Whether this is the default brand kit. `true` replaces the previous default.'),
  }),
  async create({ trx, companyId, body, now, events }) {
    const kit = await addKit(trx, companyId, { name: body.name, isDefault: body.is_default }, now)
    events.push(...kit.events)
    return kit.id
  },
})

export const changeBrandKit = changeEndpoint(kitsResource, {
  scope: writeScope,
  description:
    'Updates the specified fields and returns the brand kit. A company always has one default brand ' +
    'kit: to change it, make another brand kit the default.',
  body: z.strictObject({ name: kitName.optional(), is_default: isDefault.optional() }),
  async change({ trx, companyId, id, body, now, events, services }) {
    events.push(...(await changeKit(trx, companyId, id, body, now)))
    // If several kits contain a family, the default kit's family is used.
    if (body.is_default)
      await redrawFamilies(trx, services, companyId, await familiesOf(trx, companyId, 'brand_kit_id', id))
  },
})

export const deleteBrandKit = deleteEndpoint(kitsResource, {
  scope: writeScope,
  description:
    'Permanently deletes the brand kit and its logos, colors, fonts, page and shares. If it was the default, the ' +
    'oldest remaining brand kit becomes the default.',
  async remove(context) {
    const { trx, companyId, id, events, services } = context
    await redrawFamilies(trx, services, companyId, await familiesOf(trx, companyId, 'brand_kit_id', id))
    events.push(...(await removeKit(context, id)))
  },
})

const kitId = z.object({ id: z.string().describe('ID of the brand kit.') })
const shownKit = async (services: Services, caller: Caller, id: string) =>
  (await show(kitsResource, services, caller, id)).data as z.output<typeof BrandKit>

const onBrandKit = { method: 'GET', scope: readScope, group, params: kitId } as const

export const getContrast = endpoint({
  operationId: 'getBrandKitContrast',
  ...onBrandKit,
  path: '/brand-kit/:id/contrast',
  summary: 'Get the color contrast of a brand kit',
  description:
    'Returns the WCAG 2.2 contrast ratio of every pair of colors. A translucent foreground color is ' +
    'blended with the background color, which is treated as opaque.',
  reply: z.object({ data: pairs }),
  async handle({ caller, params }, services) {
    return { data: contrastOf(await shownKit(services, caller, params.id)) }
  },
})

export const getTokens = endpoint({
  operationId: 'exportBrandKitTokens',
  ...onBrandKit,
  path: '/brand-kit/:id/tokens',
  summary: 'Export the colors and fonts of a brand kit as design tokens',
  description:
    'Returns a file with W3C design tokens, CSS, SCSS, a Tailwind theme, plain JSON, or color swatches for Adobe ' +
    'applications or GIMP. Swatches contain only colors, and GIMP swatches have no opacity.',
  query: z.object({ format: z.enum(formatNames).default('dtcg').describe('File format.') }),
  media: tokenMedia,
  async handle({ caller, params, query }, services) {
    return tokenFile(query.format, await shownKit(services, caller, params.id))
  },
})

function presentKit(
  row: JsonRow<BrandKitRow>,
  services: Services,
  _: unknown,
  view: LinksAsked,
): z.input<typeof BrandKit> {
  return {
    id: publicId('brandKit', row.id),
    name: row.name,
    is_default: row.is_default,
    logos: row.logos.map((logo) => presentLogo(logo, services, _, view)),
    colors: row.colors.map(presentColor),
    fonts: row.fonts.map((font) => presentFont(font, services, _, view)),
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
