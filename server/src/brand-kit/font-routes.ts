import { z } from 'zod'
import { firstChangeOf, type LinksAsked, unavailableLinks, urlWithin } from '../assets/availability.ts'
import { familiesOf, redrawFamilies } from '../assets/font-families.ts'
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
import { addFont, changeFont as change } from './fonts.ts'
import * as part from './part.ts'
import { partsMax, removePart } from './positions.ts'
import { type FontRow, fonts } from './queries.ts'

const fontRoles = ['heading', 'subheading', 'body', 'caption'] as const
const styles = ['normal', 'italic'] as const

export const Font = z
  .object({
    id: Id('font'),
    ...part.ofKit,
    family: z.string(),
    weight: z.int().min(100).max(900).describe('Font weight, 100 to 900.'),
    style: z.enum(styles),
    role: z.enum(fontRoles).nullable(),
    asset_id: Id('asset').nullable(),
    url: z.string().nullable().describe('Signed URL of the font file. Null if the font has no asset.'),
    ...part.placed,
  })
  .meta({ id: 'BrandKitFont' })

const fontsResource = resource({
  kind: 'font',
  cacheable: true,
  path: '/brand-kit/fonts',
  scope: part.readScope,
  group: part.group,
  nouns: ['brand kit font', 'brand kit fonts'],
  item: Font,
  sorts: part.partSorts,
  filters: { ...part.ofKitFilter, role: anyOf(z.enum(fontRoles)).optional().describe('Role of the fonts.') },
  find: fonts,
  ask: ({ brand_kit_id, role }) => ({
    ...askMatching('brand_kit', brand_kit_id),
    ...askMatching('role', role),
  }),
  view: unavailableLinks,
  present: presentFont,
  changesAt: firstChangeOf,
})

export const listFonts = listEndpoint(fontsResource)
export const getFont = getEndpoint(fontsResource)

const weightRange = 'must be an integer from 100 to 900.'
const weight = z
  .int(weightRange)
  .min(100, weightRange)
  .max(900, weightRange)
  .describe('Font weight, 100 to 900.')
const role = z.enum(fontRoles).nullable()
const assetId = idInBody('asset')
  .nullable()
  .describe('ID of the font asset. Null if the font file is not in the library.')

export const createFont = createEndpoint(fontsResource, {
  scope: part.writeScope,
  description: `Creates a brand kit font and returns it. A brand kit can have up to ${partsMax} fonts.`,
  body: z.strictObject({
    ...part.placeInBody,
    family: nameText,
    weight: weight.default(400),
    style: z.enum(styles).default('normal'),
    role: role.default(null),
    asset_id: assetId.default(null),
    ...part.positionInBody,
  }),
  async create({ trx, companyId, body, now, events, services }) {
    const font = await addFont(trx, companyId, body, now)
    events.push(...font.events)
    await redrawFamilies(trx, services, companyId, [body.family])
    return font.id
  },
})

export const changeFont = changeEndpoint(fontsResource, {
  scope: part.writeScope,
  body: z.strictObject({
    family: nameText.optional(),
    weight: weight.optional(),
    style: z.enum(styles).optional(),
    role: role.optional(),
    asset_id: assetId.optional(),
    ...part.positionInBody,
  }),
  async change({ trx, companyId, id, body, now, events, services }) {
    const former = await familiesOf(trx, companyId, 'id', id)
    events.push(...(await change(trx, companyId, id, body, now)))
    const { family, weight, style, asset_id: file } = body
    if ([family, weight, style, file].some((value) => value !== undefined))
      await redrawFamilies(trx, services, companyId, [...former, family ?? []].flat())
  },
})

export const deleteFont = deleteEndpoint(fontsResource, {
  scope: part.writeScope,
  description: 'Permanently deletes the font. The asset is kept.',
  async remove({ trx, companyId, id, now, events, services }) {
    await redrawFamilies(trx, services, companyId, await familiesOf(trx, companyId, 'id', id))
    events.push(...(await removePart(trx, companyId, 'font', id, now)))
  },
})

export function presentFont(
  row: JsonRow<FontRow>,
  services: Services,
  _: unknown,
  { include_unavailable: includesUnavailable = false }: LinksAsked = {},
): z.input<typeof Font> {
  const fileUrl = urlWithin(row, services, includesUnavailable)
  return {
    ...part.partHead('font', row),
    family: row.family,
    weight: row.weight,
    style: row.style,
    role: row.role,
    asset_id: row.asset_id && publicId('asset', row.asset_id),
    url: row.file_key && fileUrl(part.namedFile(row, row.file_key)),
    ...part.partTail(row),
  }
}
