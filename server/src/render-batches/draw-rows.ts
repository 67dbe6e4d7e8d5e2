import { sql } from 'kysely'
import type { Finding } from '../db/schema.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { Faults } from '../errors.ts'
import { change, type NewEvent } from '../events/append.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { JobContext } from '../jobs/job.ts'
import type { RenderBody } from '../renders/body.ts'
import { renderWithKey } from '../renders/cached.ts'
import { createRender, findingsOf } from '../renders/create.ts'
import { gather } from '../renders/gather.ts'
import { assertNoFindings, drawWork } from '../renders/outcome.ts'
import type { Ended, Gathered } from '../renders/stages.ts'
import type { Batch } from './batch.ts'
import type { ClaimedRow } from './claim.ts'
import { endIfDone } from './finish.ts'
import { bodyOf, faultsIn, readerOf, templateIdOf } from './row-body.ts'

/**
 * The outcome of rendering a row. Without `gathered`, nothing was rendered, because its values have become invalid.
 */
type DrawnRow = { row: ClaimedRow } & (
  | { errors: Faults; gathered?: never }
  | { gathered: Gathered; body: RenderBody; ended: Ended; errors?: never }
)

export async function drawRow(context: JobContext, batch: Batch, row: ClaimedRow): Promise<DrawnRow> {
  const { db, job, countRender } = context
  const { companyId } = batch
  const body = bodyOf(batch, row)
  try {
    const { gathered, known } = await asCompany(db, companyId, async (trx) => {
      const gathered = await gather(trx, readerOf(batch), templateIdOf(row), body, new Date(), batch.sources)
      return { gathered, known: await renderWithKey(trx, companyId, gathered.key) }
    })
    const { work } = gathered
    if (known) countRender('cached')
    const ended: Ended = known
      ? {
          outcome: { made: { ...known.made, findings: [...known.made.findings, ...work.findings] } },
          uses: known.uses,
        }
      : await drawWork(context, companyId, work)
    if (body.check === 'strict' && 'made' in ended.outcome) assertNoFindings(ended.outcome.made.findings)
    return { row, gathered, body, ended }
  } catch (error) {
    const errors = faultsIn(error) ?? (job.isLastAttempt ? { template: ['Server Error'] } : undefined)
    if (!errors) throw error
    return { row, errors }
  }
}

/** Creates the renders of rows, counts them, and finishes the batch after its last row, in one commit. */
export async function noteDrawings(
  { db, job, renderDays, countBatchRows }: JobContext,
  batch: Batch,
  drawn: readonly DrawnRow[],
) {
  const { companyId, id: batchId, author } = batch
  const written = await change(db, author, async (trx) => {
    const now = new Date()
    const mine = await stillMine(trx, batch, job.id, drawn)
    const events: NewEvent[] = []
    const rows: Written[] = []
    for (const one of drawn) {
      if (!mine.has(one.row.id)) continue
      if (one.errors) rows.push({ ...failedRow, id: one.row.id, errors: one.errors })
      else {
        const made = await createRenderOf(trx, batch, one, now, renderDays)
        events.push(...made.events)
        rows.push(made.row)
      }
    }
    await write(trx, batch, rows, now)
    return { result: rows, events: [...events, ...(await endIfDone(trx, companyId, batchId, now))] }
  })
  for (const { status, cached } of written)
    countBatchRows(status === 'failed' ? 'failed' : cached ? 'cached' : 'drawn', 1)
}

type Written = {
  id: Uuid
  status: 'done' | 'failed'
  errors: Faults | null
  findings: Finding[] | null
  cached: boolean
  render_id: Uuid | null
}

const failedRow = { status: 'failed', findings: null, cached: false, render_id: null } as const

/** Rows that are still claimed. If another process has taken over a row, its result counts. */
async function stillMine(trx: Trx, { companyId, id }: Batch, jobId: Uuid, drawn: readonly DrawnRow[]) {
  const { rows } = await sql<{ id: Uuid }>`
    select id from render_batch_rows
    where company_id = ${companyId} and batch_id = ${id} and id = any(${drawn.map(({ row }) => row.id)}::uuid[])
      and status = 'rendering' and claimed_by = ${jobId} for update`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

async function createRenderOf(
  trx: Trx,
  { companyId, id: batchId, author, personId }: Batch,
  { row, gathered, body, ended: { outcome, uses } }: Extract<DrawnRow, { gathered: Gathered }>,
  now: Date,
  renderDays: number,
): Promise<{ row: Written; events: NewEvent[] }> {
  const render = { gathered, body, author, personId, outcome, uses, batch: { id: batchId, row: row.row } }
  const { id, events } = await createRender(trx, companyId, render, now, renderDays)
  const own = events.map((event) => ({
    ...event,
    data: { ...event.data, batch_id: publicId('renderBatch', batchId) },
  }))
  const isDone = 'made' in outcome
  return {
    row: {
      id: row.id,
      status: isDone ? 'done' : 'failed',
      errors: 'failure' in outcome ? { template: [outcome.failure] } : null,
      findings: findingsOf(outcome, body),
      cached: isDone && outcome.made.cached,
      render_id: id,
    },
    events: own,
  }
}

async function write(trx: Trx, { companyId, id }: Batch, rows: readonly Written[], now: Date) {
  if (rows.length === 0) return
  await sql`
    update render_batch_rows r set status = w.status, errors = w.errors, findings = coalesce(w.findings, r.findings),
      cached = w.cached, render_id = w.render_id, claimed_by = null, updated_at = ${now}, completed_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (
      id uuid, status text, errors jsonb, findings jsonb, cached boolean, render_id uuid
    )
    where r.company_id = ${companyId} and r.batch_id = ${id} and r.id = w.id`.execute(trx)
  const count = (is: (row: Written) => boolean) => rows.filter(is).length
  const isDone = ({ status }: Written) => status === 'done'
  await sql`
    update render_batches set updated_at = ${now},
      rows_done = rows_done + ${count(isDone)}, rows_failed = rows_failed + ${count((row) => !isDone(row))},
      rows_cached = rows_cached + ${count(({ cached }) => cached)},
      rows_with_findings = rows_with_findings + ${count((row) => isDone(row) && (row.findings?.length ?? 0) > 0)}
    where company_id = ${companyId} and id = ${id}`.execute(trx)
}
