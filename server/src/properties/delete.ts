import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Uuid } from '../ids.ts'
import { assertSettled, finish } from '../jobs/large-change.ts'
import { place } from './positions.ts'
import { countValues, deleteValues, rowsPerResource } from './steps.ts'

/**
 * Deletes a property and its values. The property disappears immediately. If many resources have a value, a job
 * deletes the values.
 * @throws {ApiError} `still_changing`.
 */
export async function deleteProperty(context: Changing<unknown> & { id: Uuid }): Promise<void> {
  const { trx, companyId, id, now, events } = context
  await assertSettled(trx, companyId, { resourceIds: [id] })
  const { applies_to: noun } = await trx
    .updateTable('properties')
    .set({ deleted_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('applies_to')
    .executeTakeFirstOrThrow()
  events.push(...(await place(trx, companyId, noun, { now })))
  const count = await countValues(trx, companyId, noun, id)
  await finish(context, {
    type: 'property.delete',
    step: deleteValues,
    state: { id, noun },
    rows: count * rowsPerResource,
    resourceIds: [id],
  })
}
