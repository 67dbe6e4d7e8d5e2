import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Queue } from '../services.ts'

export const drawBatchJob = 'render_batch.draw'

/**
 * Number of jobs per batch. A process runs three of them (fair-share.ts), so four processes can work on one
 * batch.
 */
const jobsPerBatch = 12

/** Adds jobs up to the limit. Jobs that are already waiting are not added again. */
export async function addBatchJobs(trx: Trx, queue: Queue, companyId: CompanyId, batchId: Uuid) {
  for (let slot = 0; slot < jobsPerBatch; slot++) await addBatchJob(trx, queue, { companyId, batchId, slot })
}

export type BatchJob = { companyId: CompanyId; batchId: Uuid; slot: number }

export const addBatchJob = (trx: Trx, queue: Queue, data: BatchJob) =>
  queue.add(trx, drawBatchJob, data, { singletonKey: `${data.batchId} ${data.slot}` })

/** Makes a completely stored batch visible and starts it. */
export async function startBatch(
  trx: Trx,
  queue: Queue,
  companyId: CompanyId,
  batchId: Uuid,
  now: Date,
): Promise<NewEvent[]> {
  await trx
    .updateTable('render_batches')
    .set({ status: 'checking', updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', batchId)
    .execute()
  await addBatchJobs(trx, queue, companyId, batchId)
  return [batchEvent('created', batchId)]
}

export const batchEvent = (verb: string, batchId: Uuid, data?: Record<string, unknown>): NewEvent => ({
  type: `render_batch.${verb}`,
  resourceType: 'render_batch',
  resourceId: batchId,
  ...(data && { data }),
})
