import { z } from 'zod'
import { asCompany } from '../db/tenancy.ts'
import { endpoint, type Services } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { current } from '../http/one-endpoint.ts'
import { Creator, creator, Id, Time } from '../http/wire.ts'
import { publicId } from '../ids.ts'
import { changeDocument, idParameter, reply, TemplateDocument } from './document-routes.ts'
import { presentVariable, templatesResource, unit, Variable } from './resource.ts'
import { type VersionRow, versionsOf } from './version-queries.ts'
import { restoreVersion } from './versions.ts'

const TemplateVersion = TemplateDocument.extend({
  is_current: z.boolean(),
  restored_from: z.int().nullable().describe('The version whose document it has again.'),
  width: z.number().describe('In `unit`.'),
  height: z.number().describe('In `unit`.'),
  unit,
  page_count: z.int(),
  variables: z.array(Variable),
  thumbnail_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  created_by: Creator.nullable(),
  created_at: Time,
}).meta({ id: 'TemplateVersion', description: 'A document that a template has or had.' })

const versionPattern = /^[1-9]\d{0,8}$/

export const restoreOneVersion = endpoint({
  method: 'POST',
  path: '/templates/:id/versions/:version/restoration',
  scope: 'templates:write',
  group: 'Templates',
  summary: 'Give a template the document of an earlier version again.',
  description: 'It becomes a new version: nothing is lost. The present version stays as it is.',
  params: idParameter.extend({ version: z.string().describe('Number of the version.') }),
  conditional: true,
  reply,
  handle: (input, services) => {
    const { id, version } = input.params
    return changeDocument({ ...input, id }, services, (context) => {
      if (!versionPattern.test(version)) throw new ApiError('not_found')
      return restoreVersion(context, Number(version))
    })
  },
})

const versionsShownMax = 100

export const listVersions = endpoint({
  method: 'GET',
  path: '/templates/:id/versions',
  scope: 'templates:read',
  group: 'Templates',
  summary: 'List the versions of a template, newest first.',
  description: `At most ${versionsShownMax}; \`before\` goes on from there.`,
  params: idParameter,
  query: z.object({
    before: z
      .string('must be given once.')
      .regex(versionPattern, 'must be the number of a version.')
      .transform(Number)
      .optional()
      .meta({ override: { type: 'integer' } })
      .describe('Only versions before this one: `meta.next_before` of another page.'),
  }),
  reply: z.object({
    data: z.array(TemplateVersion),
    meta: z.object({ template_id: Id('template'), next_before: z.int().nullable() }),
  }),
  handle: ({ caller: { companyId }, params, query }, { db, fileUrl }) =>
    asCompany(db, companyId, async (trx) => {
      const { id, row } = await current(templatesResource, trx, companyId, params.id, undefined)
      const { version: present } = row as unknown as { version: number }
      const found = await versionsOf(trx, companyId, id, query.before, versionsShownMax + 1)
      const shown = found.slice(0, versionsShownMax)
      return {
        data: shown.map((version) => presentVersion(version, present, fileUrl)),
        meta: {
          template_id: publicId('template', id),
          next_before: found.length > shown.length ? shown.at(-1)!.version : null,
        },
      }
    }),
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
    url: fileUrl(row.file_key),
    size: row.size,
    checksum: row.checksum,
    width: row.width,
    height: row.height,
    unit: row.unit,
    page_count: row.page_count,
    variables: row.variables.map(presentVariable),
    thumbnail_url: row.thumbnail_key && fileUrl(row.thumbnail_key),
    preview_url: row.preview_key && fileUrl(row.preview_key),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: row.created_at.toISOString(),
  }
}
