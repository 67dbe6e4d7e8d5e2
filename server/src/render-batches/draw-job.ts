import { asCompany, asCompanyWriting, inTransaction } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Author } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { Deferred, type Job, type JobContext } from '../jobs/job.ts'
import { keptSources, type Sources } from '../renders/sources.ts'
import type { Batch } from './batch.ts'
import type { BatchRequest } from './body.ts'
import { checkRow, noteChecks } from './check-rows.ts'
import { type ClaimedRow, claimRows, releaseRows } from './claim.ts'
import { drawRow, noteDrawings } from './draw-rows.ts'
import { addBatchJob, type BatchJob, drawBatchJob } from './start.ts'

/** Time after which a job returns to the queue, so that other batches and companies are served. */
const sliceMs = 5_000
/** The delay while all decoders are busy. */
const busyMs = 500
/**
 * Maximum number of rows per commit. Other writes of the company wait for the commit, and after a kill, up to
 * this many rows are rendered again.
 */
const checksPerCommit = 25
const drawingsPerCommit = 8
/** Maximum time between commits, because people watch the progress. */
const commitMs = 1_000
const attemptsMax = 20
const timeoutSeconds = 600
/**
 * Number of slots. At most three of them belong to one company (fair-share.ts), which is one more than the
 * number of decoders that it can use.
 */
const slots = 8

/**
 * Checks and renders rows of a batch, together with other jobs of the batch, until no rows are left or its
 * time slice is over.
 */
export const drawBatch: Job<BatchJob> = {
  name: drawBatchJob,
  attemptsMax,
  timeoutSeconds,
  concurrency: slots,
  async run(data, context) {
    const { db, job, queue } = context
    const { companyId, batchId } = data
    await asCompanyWriting(db, companyId, (trx) => releaseRows(trx, companyId, job.id))
    const sources = keptSources(companyId)
    const endsAt = performance.now() + sliceMs
    while (performance.now() < endsAt) {
      job.signal.throwIfAborted()
      const batch = await openBatch(context, companyId, batchId, sources)
      if (!batch) return undefined
      const rows = await step(context, batch)
      // Other jobs work on the remaining rows. The job that finishes the checks adds jobs for rendering.
      if (rows === 0) return undefined
    }
    await inTransaction(db, (trx) => addBatchJob(trx, queue, data))
    return undefined
  },
}

/** Opens the batch. Undefined if it is finished, canceled or deleted. */
async function openBatch(
  { db }: JobContext,
  companyId: CompanyId,
  id: Uuid,
  sources: Sources,
): Promise<Batch | undefined> {
  const row = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('render_batches')
      .select(['status', 'request', 'author', 'created_by'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', 'in', ['checking', 'rendering'])
      .executeTakeFirst(),
  )
  if (!row) return undefined
  return {
    companyId,
    id,
    status: row.status as Batch['status'],
    request: row.request as BatchRequest,
    author: { companyId, ...(row.author as Omit<Author, 'companyId'>) },
    personId: row.created_by,
    sources,
  }
}

async function step(context: JobContext, batch: Batch): Promise<number> {
  const { db, job } = context
  const isChecking = batch.status === 'checking'
  const [what, count] = isChecking
    ? (['check', checksPerCommit] as const)
    : (['draw', drawingsPerCommit] as const)
  const rows = await claimRows(db, batch.companyId, batch.id, job.id, what, count)
  if (rows.length === 0) return 0
  try {
    if (isChecking)
      await noteChecks(context, batch, await worked(context, rows, (row) => checkRow(context, batch, row)))
    else
      await noteDrawings(context, batch, await worked(context, rows, (row) => drawRow(context, batch, row)))
    return rows.length
  } finally {
    // Releases rows that were not reached, or all rows after a failure.
    await asCompanyWriting(db, batch.companyId, (trx) => releaseRows(trx, batch.companyId, job.id))
  }
}

async function worked<Result>(
  { job }: JobContext,
  rows: readonly ClaimedRow[],
  work: (row: ClaimedRow) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const endsAt = performance.now() + commitMs
  for (const row of rows) {
    if (results.length > 0 && (performance.now() > endsAt || job.signal.aborted)) break
    job.signal.throwIfAborted()
    try {
      results.push(await work(row))
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unavailable')) throw error
      if (results.length === 0) throw new Deferred('All decoders are busy.', busyMs)
      break
    }
  }
  return results
}
