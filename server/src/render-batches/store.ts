import { sql } from 'kysely'
import { asCompanyWriting, type Trx } from '../db/tenancy.ts'
import type { Author } from '../events/append.ts'
import type { Caller } from '../http/caller.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { RenderedTemplate } from '../renders/template.ts'
import type { Services } from '../services.ts'
import type { BatchRequest } from './body.ts'

/** Number of rows per statement, which takes about 20 ms. */
const rowsPerInsert = 250

export type NewBatch = {
  templates: readonly { id: Uuid }[]
  pattern: string
  request: BatchRequest
  external_id: string | null
  metadata: Record<string, unknown>
}

export type BatchRow = {
  row: number
  template: Pick<RenderedTemplate, 'id'> & { version: number | null }
  name: string
  variables: Record<string, unknown>
  /** The request of the row, if it differs from the request of the batch. */
  request?: object
}

/**
 * Stores a batch and its rows in many small transactions. The batch is hidden until `startBatch`.
 * @returns the ID of the batch.
 */
export async function storeBatch(
  { db }: Pick<Services, 'db'>,
  { companyId, personId }: Caller,
  { actor, requestId }: Author,
  { templates, pattern, request, external_id, metadata }: NewBatch,
  rows: readonly BatchRow[],
): Promise<Uuid> {
  const id = newId()
  await asCompanyWriting(db, companyId, (trx) =>
    trx
      .insertInto('render_batches')
      .values({
        company_id: companyId,
        id,
        status: 'receiving',
        template_ids: templates.map((template) => template.id),
        name_pattern: pattern,
        request: JSON.stringify(request),
        author: JSON.stringify({ actor, requestId }),
        rows_total: rows.length,
        external_id,
        metadata: JSON.stringify(metadata),
        created_by: personId,
      })
      .execute(),
  )
  for (let at = 0; at < rows.length; at += rowsPerInsert)
    await asCompanyWriting(db, companyId, (trx) =>
      insertRows(trx, companyId, id, rows.slice(at, at + rowsPerInsert), at),
    )
  return id
}

/** @param first the number of rows already in the batch. */
async function insertRows(
  trx: Trx,
  companyId: CompanyId,
  batchId: Uuid,
  rows: readonly BatchRow[],
  first: number,
) {
  const values = rows.map(({ row, template, name, variables, request = null }, at) => ({
    id: newId(),
    position: first + at + 1,
    row,
    template_id: template.id,
    template_version: template.version,
    name,
    variables,
    request,
  }))
  await sql`
    insert into render_batch_rows
      (company_id, batch_id, id, position, row, template_id, template_version, name, variables, request)
    select ${companyId}, ${batchId}, r.id, r.position, r.row, r.template_id, r.template_version, r.name, r.variables,
      r.request
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) r (
      id uuid, position integer, row integer, template_id uuid, template_version integer, name text, variables jsonb,
      request jsonb
    )`.execute(trx)
}
