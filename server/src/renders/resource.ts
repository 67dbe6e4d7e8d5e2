import { z } from 'zod'
import { renderThumbnail } from '../assets/pictures.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { extensions } from '../drawing/drawings.ts'
import { renderFormats } from '../drawing/recipe.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { exactly, idOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { mimeTypes } from '../storage/file-formats.ts'
import { withVariant } from '../storage/variants.ts'
import { Creator, creator, Id, Metadata, Time, time, timeOrNull } from '../wire.ts'
import { type RenderRow, renders } from './queries.ts'
import { assetWord, brandKitWord, findingWord } from './search-terms.ts'

export const statuses = ['queued', 'rendering', 'done', 'failed'] as const

export const Finding = z
  .object({
    type: z.string().describe('Type of the finding, such as `text_shrunk` or `glyph_missing`.'),
    variable: z
      .string()
      .nullable()
      .describe('Key of the variable. Null if the finding concerns the document.'),
    message: z.string(),
    data: z.record(z.string(), z.unknown()).describe('Additional data. Its keys depend on `type`.'),
  })
  .meta({ id: 'RenderFinding', description: 'Problem in a render that a person should check.' })

export const Render = z
  .object({
    id: Id('render'),
    template_id: Id('template'),
    template_version: z.int(),
    key: z
      .string()
      .describe(
        'SHA-256 of the document, fonts, assets, brand kit, values, target and engine. Renders with the same key ' +
          'have identical files.',
      ),
    engine: z.string().describe('Version of the render engine.'),
    status: z.enum(statuses),
    failure: z.string().nullable().describe('Reason for the failure. Null unless the render failed.'),
    format: z.enum(renderFormats),
    mime_type: z.string(),
    width: z.number().describe('Width in pixels, or in CSS pixels for SVG and PDF.'),
    height: z.number().describe('Height in pixels, or in CSS pixels for SVG and PDF.'),
    page_count: z.int(),
    size: z.int().nullable().describe('File size, in bytes.'),
    checksum: z.string().nullable().describe('SHA-256 of the file, in hexadecimal.'),
    url: z.string().nullable().describe('Signed URL of the file. Null until the render is done.'),
    thumbnail_url: z.string().nullable().describe('Signed URL of a thumbnail. Null if there is none.'),
    expires_at: Time.nullable().describe('Time when the render is deleted. Null until the render is done.'),
    asset_id: Id('asset').nullable().describe('ID of the asset that was saved from the render.'),
    batch_id: Id('renderBatch')
      .nullable()
      .describe('ID of the batch. Null if the render is not part of a batch.'),
    row: z.int().nullable().describe('Row number in the batch, from 1.'),
    variables: z.record(z.string(), z.unknown()).describe('Values in the request.'),
    findings: z.array(Finding),
    cached: z.boolean().describe('Whether the file of an earlier render with the same key was returned.'),
    external_id: z.string().nullable(),
    metadata: Metadata,
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
    completed_at: Time.nullable(),
  })
  .meta({
    id: 'Render',
    description: 'File that was rendered from a template. Deleted after `RENDER_DAYS` days.',
  })

export const rendersResource = resource({
  kind: 'render',
  path: '/renders',
  scope: 'renders:read',
  group: 'Renders',
  nouns: ['render', 'renders'],
  item: Render,
  sorts: ['-created_at', 'updated_at'],
  filters: {
    template_id: idOf('template').optional().describe('ID of the template.'),
    asset_id: idOf('asset').optional().describe('ID of an asset that the renders use.'),
    brand_kit_id: idOf('brandKit').optional().describe('ID of the brand kit that the renders use.'),
    batch_id: idOf('renderBatch').optional().describe('ID of the batch that contains the renders.'),
    status: z.enum(statuses).optional().describe('Status of the renders.'),
    finding: exactly(100)
      .optional()
      .describe('Selects renders with a finding of this type, such as `text_shrunk`.'),
    format: z.enum(renderFormats).optional().describe('Format of the renders.'),
    external_id: exactly().optional().describe('ID of the render in your own system.'),
  },
  find: renders,
  ask: ({ template_id, asset_id, brand_kit_id, batch_id, status, finding, format, external_id }) => ({
    template_id,
    asset: asset_id && assetWord(asset_id),
    brand_kit: brand_kit_id && brandKitWord(brand_kit_id),
    batch_id,
    status,
    finding: finding && findingWord(finding),
    format,
    external_id,
  }),
  present: presentRender,
})

/**
 * The thumbnail of a PDF was drawn with the file. Other thumbnails are created when the link is first opened.
 */
export function thumbnailOf(
  {
    file_key,
    thumbnail_key,
    format,
  }: Pick<RenderRow, 'file_key' | 'thumbnail_key'> & { format: string | null },
  fileUrl: Services['fileUrl'],
) {
  if (thumbnail_key !== null) return fileUrl(thumbnail_key)
  if (file_key === null || format === 'pdf') return null
  return fileUrl(withVariant(file_key, { picture: renderThumbnail, download: undefined }))
}

export const mimeTypeOf = (format: RenderRow['format']) => mimeTypes[extensions[format]]!

export function presentRender(row: JsonRow<RenderRow>, { fileUrl }: Services): z.input<typeof Render> {
  return {
    id: publicId('render', row.id),
    template_id: publicId('template', row.template_id),
    template_version: row.template_version,
    key: row.key,
    engine: row.engine,
    status: row.status,
    failure: row.failure,
    format: row.format,
    mime_type: mimeTypeOf(row.format),
    width: row.width,
    height: row.height,
    page_count: row.page_count,
    size: row.size,
    checksum: row.checksum,
    url: row.file_key && fileUrl(row.file_key),
    thumbnail_url: thumbnailOf(row, fileUrl),
    expires_at: timeOrNull(row.expires_at),
    asset_id: row.asset_id && publicId('asset', row.asset_id),
    batch_id: row.batch_id && publicId('renderBatch', row.batch_id),
    row: row.batch_row,
    variables: (row.request.variables ?? {}) as Record<string, unknown>,
    findings: row.request.check === 'off' ? [] : row.findings.map(presentFinding),
    cached: row.cached,
    external_id: row.external_id,
    metadata: row.metadata,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    completed_at: timeOrNull(row.completed_at),
  }
}

export const presentFinding = ({
  type,
  variable = undefined,
  message,
  data,
}: RenderRow['findings'][number]): z.input<typeof Finding> => ({
  type,
  variable: variable ?? null,
  message,
  data,
})
