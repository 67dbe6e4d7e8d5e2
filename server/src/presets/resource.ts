import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import { Creator, creator, Id, Time, time } from '../wire.ts'
import { presetFields } from './body.ts'
import { type PresetRow, presets } from './queries.ts'

const { name: _, background: __, ...fields } = presetFields

export const Preset = z
  .object({
    id: Id('preset'),
    name: z.string().describe('Name in links, such as `web-2000`.'),
    ...fields,
    background: z
      .string()
      .nullable()
      .describe('Color behind transparent parts and of the border, as `#RRGGBB`. Null if not set.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Preset', description: 'Named image size and format for downloads.' })

export const presetsResource = resource({
  kind: 'preset',
  cacheable: true,
  path: '/presets',
  scope: 'assets:read',
  group: 'Presets',
  nouns: ['preset', 'presets'],
  item: Preset,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {},
  find: presets,
  present: presentPreset,
})

function presentPreset(row: JsonRow<PresetRow>): z.input<typeof Preset> {
  return {
    id: publicId('preset', row.id),
    name: row.name,
    label: row.label,
    width: row.width,
    height: row.height,
    fit: row.fit,
    format: row.format,
    quality: row.quality,
    background: row.background,
    color_profile: row.color_profile,
    metadata: row.metadata,
    enlarge: row.enlarge,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
