import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { renderFormats } from '../drawing/recipe.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { idOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../wire.ts'
import { type LinkRow, renderLinks } from './queries.ts'

export const RenderLink = z
  .object({
    id: Id('renderLink'),
    template_id: Id('template'),
    template_version: z.int().describe('Version of the template that the link renders.'),
    url: z
      .string()
      .describe('URL of the link, without the values and the signature. Add both to get a working URL.'),
    open: z.array(z.string()).describe('Keys of the variables that the URL can set.'),
    formats: z.array(z.enum(renderFormats)).describe('Formats that the URL can request.'),
    width_max: z.int().describe('Maximum `width`, in pixels.'),
    variables: z
      .record(z.string(), z.unknown())
      .describe('Values of the variables that the URL cannot set, by key.'),
    max_renders: z.int().nullable().describe('Maximum number of distinct renders. Null if unlimited.'),
    renders_count: z.int().describe('Number of distinct renders created through the link.'),
    expires_at: Time.nullable(),
    revoked_at: Time.nullable(),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'RenderLink', description: 'Signed URLs that render a template when they are opened.' })

export const linksResource = resource({
  kind: 'renderLink',
  path: '/render-links',
  scope: 'renders:read',
  group: 'Render links',
  nouns: ['render link', 'render links'],
  item: RenderLink,
  sorts: ['-created_at', 'updated_at'],
  filters: { template_id: idOf('template').optional().describe('ID of the template.') },
  find: renderLinks,
  ask: ({ template_id }) => ({ template_id }),
  present: presentLink,
})

export function presentLink(
  row: JsonRow<LinkRow>,
  { publicUrl }: Pick<Services, 'publicUrl'>,
): z.input<typeof RenderLink> {
  const formats = row.formats as (typeof renderFormats)[number][]
  return {
    id: publicId('renderLink', row.id),
    template_id: publicId('template', row.template_id),
    template_version: row.template_version,
    url: `${publicUrl}/r/${publicId('renderLink', row.id)}.${formats[0]}`,
    open: row.open,
    formats,
    width_max: row.width_max,
    variables: (row.request.variables ?? {}) as Record<string, unknown>,
    max_renders: row.max_renders,
    renders_count: row.renders_count,
    expires_at: timeOrNull(row.expires_at),
    revoked_at: timeOrNull(row.revoked_at),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
