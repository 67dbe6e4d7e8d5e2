import { validateValues } from '@atelier/filling'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { ApiError, type Faults } from '../errors.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import { idInBody } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { kitToRender } from '../renders/brand-kit.ts'
import { templateToRender } from '../renders/template.ts'
import type { BatchRequest } from './body.ts'
import { addBatchJobs, batchEvent } from './start.ts'

const rowsPerRetryMax = 500

export const retryBody = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        id: idInBody('renderBatchRow'),
        variables: z
          .record(z.string(), z.unknown(), 'must be an object.')
          .optional()
          .describe('Replaces all values of the row.'),
      }),
      'must be a list.',
    )
    .min(1, 'must contain a row.')
    .max(rowsPerRetryMax, `must not contain more than ${rowsPerRetryMax} rows.`)
    .nullable()
    .default(null)
    .describe(
      `Up to ${rowsPerRetryMax} rows to render again, optionally with corrected values. If null, all failed rows ` +
        'are rendered again.',
    ),
})

type Retry = Changing<z.output<typeof retryBody>> & { id: Uuid }

/** Checks and renders rows again: failed rows, or any finished rows with new values. */
export async function retryRows({ trx, companyId, id, body, now, services, events }: Retry): Promise<void> {
  if (body.rows) await replaceRows(trx, companyId, id, body.rows)
  const which = body.rows
    ? sql`id = any(${body.rows.map((row) => row.id)}::uuid[]) and status in ('done', 'failed')`
    : sql`status = 'failed'`
  await sql`
    update render_batch_rows set status = 'queued', is_checked = false, risk = 0, errors = null, findings = '[]',
      cached = false, render_id = null, claimed_by = null, completed_at = null, updated_at = ${now}
    where company_id = ${companyId} and batch_id = ${id} and ${which}`.execute(trx)
  const { rows } = await sql<{ open: boolean }>`
    update render_batches b set updated_at = ${now}, rows_done = c.done, rows_failed = c.failed,
      rows_cached = c.cached, rows_with_findings = c.with_findings,
      status = case when c.open then 'checking' else b.status end,
      completed_at = case when c.open then null else b.completed_at end
    from (
      select count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where cached) as cached,
        count(*) filter (where status = 'done' and findings <> '[]') as with_findings,
        bool_or(status in ('queued', 'rendering')) as open
      from render_batch_rows where company_id = ${companyId} and batch_id = ${id}
    ) c
    where b.company_id = ${companyId} and b.id = ${id} returning c.open`.execute(trx)
  if (!rows[0]?.open) return
  events.push(batchEvent('updated', id))
  await addBatchJobs(trx, services.queue, companyId, id)
}

type Given = { id: Uuid; variables?: Record<string, unknown> | undefined }

/**
 * @throws {ApiError} `invalid` by row, for a row that is not in the batch, is not finished, or has invalid
 *   values.
 */
async function replaceRows(trx: Trx, companyId: CompanyId, batchId: Uuid, given: readonly Given[]) {
  const found = await trx
    .selectFrom('render_batch_rows as r')
    .innerJoin('render_batches as b', (join) =>
      join.onRef('b.company_id', '=', 'r.company_id').onRef('b.id', '=', 'r.batch_id'),
    )
    .select(['r.id', 'r.status', 'r.template_id', 'r.template_version', 'r.request', 'b.request as shared'])
    .where('r.company_id', '=', companyId)
    .where('r.batch_id', '=', batchId)
    .where(
      'r.id',
      'in',
      given.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  const definitionsOf = definitionsByTemplate(trx, companyId)
  const faults: Faults = Object.create(null)
  for (const [at, { id, variables }] of given.entries()) {
    const row = byId.get(id)
    if (!row) throw invalid(`rows.${at}.id`, 'The selected row is invalid.')
    if (row.status === 'queued' || row.status === 'rendering')
      throw invalid(`rows.${at}.id`, 'The selected row has not ended yet.')
    if (!variables) continue
    const kitId = ((row.request ?? row.shared) as BatchRequest).brand_kit_id
    const { definitions, palette } = await definitionsOf(row.template_id, row.template_version, kitId)
    for (const [field, messages] of Object.entries(validateValues(definitions, variables, { palette }))) {
      const name = `rows.${at}.${field}`
      faults[name] = messages.map((message) => message.replaceAll(field, name))
    }
  }
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
  const replaced = given.filter(({ variables }) => variables !== undefined)
  await sql`
    update render_batch_rows r set variables = n.variables
    from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) n (id uuid, variables jsonb)
    where r.company_id = ${companyId} and r.batch_id = ${batchId} and r.id = n.id`.execute(trx)
}

function definitionsByTemplate(trx: Trx, companyId: CompanyId) {
  const known = new Map<string, ReturnType<typeof read>>()
  async function read(templateId: Uuid, version: number | null, kitId: Uuid | null) {
    const { variables } = await templateToRender(trx, companyId, publicId('template', templateId), version)
    const { palette } = await kitToRender(trx, companyId, kitId, {
      needsLogos: false,
      includesUnavailable: false,
    })
    return { definitions: variables, palette }
  }
  return (templateId: Uuid, version: number | null, kitId: Uuid | null) => {
    const key = `${templateId} ${version} ${kitId}`
    const found = known.get(key) ?? read(templateId, version, kitId)
    known.set(key, found)
    return found
  }
}
