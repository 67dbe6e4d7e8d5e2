import { ApiError } from '../errors.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Uuid } from '../ids.ts'
import { batchEvent } from './start.ts'

/** Cancels a batch. Rows that are being rendered are finished, and other rows count as canceled (queries.ts). */
export async function cancelBatch({ trx, companyId, id, now, events }: Changing<unknown> & { id: Uuid }) {
  const canceled = await trx
    .updateTable('render_batches')
    .set({ status: 'cancelled', completed_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', 'in', ['checking', 'rendering'])
    .returning('id')
    .executeTakeFirst()
  if (!canceled) {
    const { status } = await trx
      .selectFrom('render_batches')
      .select('status')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    throw new ApiError('wrong_status', { more: { status } })
  }
  events.push(batchEvent('cancelled', id))
}
