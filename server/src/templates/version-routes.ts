import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { versionPattern, versionsEndpoint } from '../http/endpoints/version-endpoints.ts'
import type { Services } from '../services.ts'
import { withName } from '../storage/variants.ts'
import { Creator, creator, removed, Time } from '../wire.ts'
import { changeDocument, idParameter, reply, TemplateDocument } from './document-routes.ts'
import { presentVariables, templatesResource, unit, Variable } from './resource.ts'
import { type VersionRow, versionsOf } from './version-queries.ts'
import { restoreVersion } from './versions.ts'

const TemplateVersion = TemplateDocument.extend({
  is_current: z.boolean(),
  restored_from: z
    .int()
    .nullable()
    .describe('Number of the restored version. Null if the document was uploaded.'),
  width: z.number().describe('Width in `unit`.'),
  height: z.number().describe('Height in `unit`.'),
  unit,
  page_count: z.int(),
  variables: z.array(Variable),
  removed,
  filename: z.string().nullable().describe('Name of the uploaded file. Null if unknown.'),
  thumbnail_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  created_by: Creator.nullable(),
  created_at: Time,
}).meta({ id: 'TemplateVersion', description: 'Current or earlier document of a template.' })

export const restoreOneVersion = endpoint({
  operationId: 'restoreTemplateVersion',
  method: 'POST',
  path: '/templates/:id/versions/:version/restoration',
  scope: 'templates:write',
  group: 'Templates',
  summary: 'Restore a version of a template',
  description:
    'Creates a new version from the document of an earlier version and returns the template. No version ' +
    'is deleted. Restoring the current version is a no-op.',
  params: idParameter.extend({ version: z.string().describe('Number of the version to restore.') }),
  conditional: true,
  hasETag: true,
  reply,
  handle: (input, services) => {
    const { id, version } = input.params
    return changeDocument({ ...input, id }, services, (context) => {
      if (!versionPattern.test(version)) throw new ApiError('not_found')
      return restoreVersion(context, Number(version))
    })
  },
})

export const listVersions = versionsEndpoint(templatesResource, {
  item: TemplateVersion,
  find: versionsOf,
  present: presentVersion,
})

function presentVersion(
  row: VersionRow,
  present: number,
  fileUrl: Services['fileUrl'],
): z.input<typeof TemplateVersion> {
  return {
    version: row.version,
    is_current: row.version === present,
    restored_from: row.restored_from,
    url: fileUrl(row.filename === null ? row.file_key : withName(row.file_key, row.filename)),
    size: row.size,
    checksum: row.checksum,
    width: row.width,
    height: row.height,
    unit: row.unit,
    page_count: row.page_count,
    variables: presentVariables(row.variables),
    removed: row.removed,
    filename: row.filename,
    thumbnail_url: row.thumbnail_key && fileUrl(row.thumbnail_key),
    preview_url: row.preview_key && fileUrl(row.preview_key),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: row.created_at.toISOString(),
  }
}
