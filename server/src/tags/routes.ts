import { z } from 'zod'
import { searchAsked } from '../db/search-filter.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { getEndpoint } from '../http/endpoints/crud-endpoints.ts'
import type { Endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint, resource } from '../http/endpoints/list-endpoint.ts'
import { askTrash, searchText, trashParameters } from '../http/schemas/query-parameters.ts'
import { type IdKind, publicId } from '../ids.ts'
import { Id, Time, time, timeOrNull } from '../wire.ts'
import { assetTags, type TagRow, templateTags } from './queries.ts'
import { tagWrites } from './write-endpoints.ts'

const fields = (kind: IdKind) => ({
  id: Id(kind),
  name: z.string(),
  slug: z.string(),
  color: z.string().nullable(),
})
const times = {
  created_at: Time,
  updated_at: Time,
  deleted_at: Time.nullable().describe('Time of deletion. Null unless the tag is in the trash.'),
}

export const TemplateTag = z
  .object({ ...fields('templateTag'), templates_count: z.int(), ...times })
  .meta({ id: 'TemplateTag', description: 'Category used to organize and discover templates.' })

export const AssetTag = z
  .object({ ...fields('assetTag'), assets_count: z.int(), ...times })
  .meta({ id: 'AssetTag', description: 'Label used to organize and discover assets.' })

const filters = {
  search: searchText
    .optional()
    .describe(
      'Search terms. Each term matches any part of a word in the name. Tags in the trash are never matched.',
    ),
  ...trashParameters,
}
type Asked = z.output<z.ZodObject<typeof filters>>
const ask = ({ search, with_trashed, only_trashed }: Asked) => ({
  search: searchAsked(search),
  ...askTrash({ with_trashed, only_trashed }),
})

const templateTagsResource = resource({
  kind: 'templateTag',
  cacheable: true,
  path: '/tags',
  scope: 'templates:read',
  group: 'Template tags',
  nouns: ['template tag', 'template tags'],
  item: TemplateTag,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters,
  find: templateTags,
  ask,
  present: (row) => presentTag('templateTag', 'templates_count', row),
})

const assetTagsResource = resource({
  kind: 'assetTag',
  cacheable: true,
  path: '/asset-tags',
  scope: 'assets:read',
  group: 'Asset tags',
  nouns: ['asset tag', 'asset tags'],
  item: AssetTag,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters,
  find: assetTags,
  ask,
  present: (row) => presentTag('assetTag', 'assets_count', row),
})

const onTemplates = tagWrites(templateTagsResource, 'template', 'templates:write')
export const templateTagEndpoints: Endpoint[] = [
  listEndpoint(templateTagsResource),
  onTemplates.create,
  getEndpoint(templateTagsResource),
  onTemplates.change,
  onTemplates.remove,
  onTemplates.merge,
  onTemplates.restore,
]

const onAssets = tagWrites(assetTagsResource, 'asset', 'assets:write')
export const assetTagEndpoints: Endpoint[] = [
  listEndpoint(assetTagsResource),
  onAssets.create,
  getEndpoint(assetTagsResource),
  onAssets.change,
  onAssets.remove,
  onAssets.merge,
  onAssets.restore,
]

function presentTag(kind: IdKind, count: 'templates_count' | 'assets_count', row: JsonRow<TagRow>) {
  return {
    id: publicId(kind, row.id),
    name: row.name,
    slug: row.slug,
    color: row.color,
    [count]: row.count,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    deleted_at: timeOrNull(row.deleted_at),
  }
}
