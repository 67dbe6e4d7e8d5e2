import { z } from 'zod'
import { firstChangeOf, type LinksAsked, unavailableLinks, urlWithin } from '../assets/availability.ts'
import { presentRenditions } from '../assets/renditions.ts'
import { askMatching } from '../db/filters.ts'
import type { JsonRow } from '../db/tenancy.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { idInBody, nameText } from '../http/schemas/body-fields.ts'
import { anyOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Id } from '../wire.ts'
import { addLogo, changeLogo as change } from './logos.ts'
import * as part from './part.ts'
import { partsMax, removePart } from './positions.ts'
import { type LogoRow, logos } from './queries.ts'

const variants = ['primary', 'secondary', 'icon', 'wordmark', 'monochrome'] as const
const themes = ['light', 'dark', 'any'] as const

export const Logo = z
  .object({
    id: Id('logo'),
    ...part.ofKit,
    name: z.string(),
    variant: z.enum(variants),
    theme: z.enum(themes).describe('Background for which the logo is designed.'),
    asset_id: Id('asset'),
    url: z.string(),
    thumbnail_url: z.string().nullable(),
    mime_type: z.string(),
    width: z.int().nullable().describe('Width in pixels.'),
    height: z.int().nullable().describe('Height in pixels.'),
    is_default: z.boolean(),
    ...part.placed,
  })
  .meta({ id: 'BrandKitLogo' })

const logosResource = resource({
  kind: 'logo',
  cacheable: true,
  path: '/brand-kit/logos',
  scope: part.readScope,
  group: part.group,
  nouns: ['brand kit logo', 'brand kit logos'],
  item: Logo,
  sorts: part.partSorts,
  filters: {
    ...part.ofKitFilter,
    variant: anyOf(z.enum(variants)).optional().describe('Variant of the logos.'),
    theme: anyOf(z.enum(themes)).optional().describe('Background for which the logos are designed.'),
  },
  find: logos,
  ask: ({ brand_kit_id, variant, theme }) => ({
    ...askMatching('brand_kit', brand_kit_id),
    ...askMatching('variant', variant),
    ...askMatching('theme', theme),
  }),
  view: unavailableLinks,
  present: presentLogo,
  changesAt: firstChangeOf,
})

export const listLogos = listEndpoint(logosResource)
export const getLogo = getEndpoint(logosResource)

const assetId = idInBody('asset').describe('ID of an image asset.')
const isDefault = z
  .boolean('must be true or false.')
  .describe('Whether this is the default logo of its variant. `true` replaces the previous default.')

export const createLogo = createEndpoint(logosResource, {
  scope: part.writeScope,
  description: `Creates a brand kit logo from an image asset and returns it. A brand kit can have up to ${partsMax} logos.`,
  body: z.strictObject({
    ...part.placeInBody,
    name: nameText,
    variant: z.enum(variants).default('primary'),
    theme: z.enum(themes).default('any'),
    asset_id: assetId,
    is_default: isDefault.default(false),
    ...part.positionInBody,
  }),
  async create({ trx, companyId, body, now, events }) {
    const logo = await addLogo(trx, companyId, body, now)
    events.push(...logo.events)
    return logo.id
  },
})

export const changeLogo = changeEndpoint(logosResource, {
  scope: part.writeScope,
  body: z.strictObject({
    name: nameText.optional(),
    variant: z.enum(variants).optional(),
    theme: z.enum(themes).optional(),
    asset_id: assetId.optional(),
    is_default: isDefault.optional(),
    ...part.positionInBody,
  }),
  async change({ trx, companyId, id, body, now, events }) {
    events.push(...(await change(trx, companyId, id, body, now)))
  },
})

export const deleteLogo = deleteEndpoint(logosResource, {
  scope: part.writeScope,
  description: 'Permanently deletes the logo. The asset is kept.',
  async remove({ trx, companyId, id, now, events }) {
    events.push(...(await removePart(trx, companyId, 'logo', id, now)))
  },
})

export function presentLogo(
  row: JsonRow<LogoRow>,
  services: Services,
  _: unknown,
  { include_unavailable: includesUnavailable = false }: LinksAsked = {},
): z.input<typeof Logo> {
  const fileUrl = urlWithin(row, services, includesUnavailable)
  const isShown = includesUnavailable || row.availability === 'available'
  return {
    ...part.partHead('logo', row),
    name: row.name,
    variant: row.variant,
    theme: row.theme,
    asset_id: publicId('asset', row.asset_id),
    url: fileUrl(part.namedFile(row, row.file_key)),
    thumbnail_url: presentRenditions(isShown ? row.renditions : [], fileUrl).thumbnail_url,
    mime_type: row.mime_type,
    width: row.width,
    height: row.height,
    is_default: row.is_default,
    ...part.partTail(row),
  }
}
