import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { exactly, idOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import { Finding, presentFinding, thumbnailOf } from '../renders/resource.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Metadata, Time, time, timeOrNull } from '../wire.ts'
import { type BatchRecord, type RowRecord, renderBatches, renderBatchRows } from './queries.ts'

const statuses = ['checking', 'rendering', 'done', 'cancelled'] as const
const rowStatuses = ['queued', 'rendering', 'done', 'failed', 'cancelled'] as const

export const RenderBatch = z
  .object({
    id: Id('renderBatch'),
    template_ids: z.array(Id('template')),
    status: z
      .enum(statuses)
      .describe(
        '`checking` until all rows are checked, and then `rendering`. Rows with the most serious findings are ' +
          'rendered first.',
      ),
    counts: z.object({
      rows: z
        .int()
        .describe(
          'Number of renders in the batch: the number of rows multiplied by the numbers of templates and sizes.',
        ),
      done: z.int(),
      failed: z.int(),
      cached: z.int().describe('Completed renders that use the file of an earlier render.'),
      with_findings: z.int().describe('Completed renders with findings.'),
    }),
    zip_url: z.string().nullable().describe('Signed URL of a zip of all files. Null until a row is done.'),
    pdf_url: z
      .string()
      .nullable()
      .describe(
        'Signed URL of one PDF with the pages of all completed rows, in the order of the rows. Null unless the `format` is `pdf` and a row is done.',
      ),
    report_url: z
      .string()
      .nullable()
      .describe('Signed URL of a CSV file with a line for each row. Null until a row is done or failed.'),
    name_pattern: z.string(),
    external_id: z.string().nullable(),
    metadata: Metadata,
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
    completed_at: Time.nullable(),
  })
  .meta({
    id: 'RenderBatch',
    description: 'Renders of many rows. Deleted `RENDER_DAYS` days after it has ended.',
  })

export const batchesResource = resource({
  kind: 'renderBatch',
  path: '/render-batches',
  scope: 'renders:read',
  group: 'Render batches',
  nouns: ['render batch', 'render batches'],
  item: RenderBatch,
  sorts: ['-created_at', 'updated_at'],
  filters: {
    status: z.enum(statuses).optional().describe('Status of the batches.'),
    template_id: idOf('template').optional().describe('ID of a template that the batches use.'),
    external_id: exactly().optional().describe('ID of the batch in your own system.'),
  },
  find: renderBatches,
  ask: ({ status, template_id, external_id }) => ({ status, template_id, external_id }),
  present: presentBatch,
})

/** The key of a batch's file in a signed URL (files.ts). */
export const batchFileKey = (companyId: string, batchId: string, name: 'zip' | 'pdf' | 'csv') =>
  `${companyId}/render-batches/${publicId('renderBatch', batchId)}.${name}`

const isPdf = (request: unknown) => (request as { format?: string }).format === 'pdf'

export function presentBatch(
  row: JsonRow<BatchRecord>,
  { fileUrl }: Pick<Services, 'fileUrl'>,
): z.input<typeof RenderBatch> {
  return {
    id: publicId('renderBatch', row.id),
    template_ids: row.template_ids.map((id) => publicId('template', id)),
    status: row.status as (typeof statuses)[number],
    counts: {
      rows: row.rows_total,
      done: row.rows_done,
      failed: row.rows_failed,
      cached: row.rows_cached,
      with_findings: row.rows_with_findings,
    },
    zip_url: row.rows_done > 0 ? fileUrl(batchFileKey(row.company_id, row.id, 'zip')) : null,
    pdf_url:
      row.rows_done > 0 && isPdf(row.request) ? fileUrl(batchFileKey(row.company_id, row.id, 'pdf')) : null,
    report_url:
      row.rows_done + row.rows_failed > 0 ? fileUrl(batchFileKey(row.company_id, row.id, 'csv')) : null,
    name_pattern: row.name_pattern,
    external_id: row.external_id,
    metadata: row.metadata,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    completed_at: timeOrNull(row.completed_at),
  }
}

export const RenderBatchRow = z
  .object({
    id: Id('renderBatchRow'),
    batch_id: Id('renderBatch'),
    row: z.int().describe('Row number, from 1.'),
    template_id: Id('template'),
    status: z.enum(rowStatuses),
    name: z.string().describe('File name in the zip.'),
    variables: z.record(z.string(), z.unknown()).describe('Values of the row for the template.'),
    checked: z
      .boolean()
      .describe('Whether the row was checked. All rows are checked before the first row is rendered.'),
    risk: z
      .int()
      .describe(
        'Likelihood that the row needs attention, based on its findings. Rows with the highest value are rendered first.',
      ),
    errors: z
      .record(z.string(), z.array(z.string()))
      .nullable()
      .describe(
        'Reasons for the failure by field, such as `variables.headline`. Null unless the row failed.',
      ),
    findings: z.array(Finding),
    cached: z.boolean(),
    render_id: Id('render').nullable(),
    url: z.string().nullable().describe('Signed URL of the file. Null until the row is done.'),
    thumbnail_url: z.string().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    size: z.int().nullable().describe('File size, in bytes.'),
    created_at: Time,
    updated_at: Time,
    completed_at: Time.nullable(),
  })
  .meta({ id: 'RenderBatchRow' })

export const rowsResource = resource({
  kind: 'renderBatchRow',
  path: '/render-batches/:id/rows',
  scope: 'renders:read',
  group: 'Render batches',
  nouns: ['row of a render batch', 'rows of a render batch'],
  item: RenderBatchRow,
  sorts: ['row', 'risk', 'updated_at'],
  filters: {
    status: z.enum(rowStatuses).optional().describe('Status of the rows.'),
    template_id: idOf('template').optional().describe('ID of the template that the rows use.'),
    finding: exactly(100)
      .optional()
      .describe('Selects rows with a finding of this type, such as `text_shrunk`.'),
  },
  find: renderBatchRows,
  ask: ({ status, template_id, finding }) => ({ status, template_id, finding }),
  present: presentRow,
})

export function presentRow(
  row: JsonRow<RowRecord>,
  { fileUrl }: Pick<Services, 'fileUrl'>,
): z.input<typeof RenderBatchRow> {
  return {
    id: publicId('renderBatchRow', row.id),
    batch_id: publicId('renderBatch', row.batch_id),
    row: row.row,
    template_id: publicId('template', row.template_id),
    status: row.status,
    name: row.name,
    variables: row.variables,
    checked: row.is_checked,
    risk: row.risk,
    errors: row.errors,
    findings: row.findings.map(presentFinding),
    cached: row.cached,
    render_id: row.render_id && publicId('render', row.render_id),
    url: row.file_key && fileUrl(row.file_key),
    thumbnail_url: thumbnailOf(row, fileUrl),
    width: row.width,
    height: row.height,
    size: row.size,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    completed_at: timeOrNull(row.completed_at),
  }
}
