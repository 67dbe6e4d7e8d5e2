import { sql } from 'kysely'
import type { z } from 'zod'
import { assetChange } from '../assets/body.ts'
import { changeFields } from '../assets/change.ts'
import { revisedAt } from '../db/drawn.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { NewEvent } from '../events/append.ts'
import { after } from '../http/endpoints/revision.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { StepResult } from '../jobs/large-change.ts'

/** Approximate number of rows per asset; most are search terms. */
export const rowsPerAsset = 5

type State = { changes: { id: Uuid; revisedAt: string; change: z.input<typeof assetChange> }[] }

/**
 * Applies the next changes. The list stays the same, because storing several megabytes again after each step would take
 * longer than the step. The number of rows that are left says where it continues. Skips assets that were deleted or
 * changed after the check, and assets whose new values are no longer valid, for example because their folder was
 * deleted.
 */
export async function applyRows(
  trx: Trx,
  companyId: CompanyId,
  state: State,
  rowsMax: number,
  rowsLeft: number,
): Promise<StepResult<State>> {
  const { changes } = state
  const from = changes.length - rowsLeft / rowsPerAsset
  const to = from + Math.max(1, Math.floor(rowsMax / rowsPerAsset))
  const some = changes.slice(from, to)
  const times = await timesOf(
    trx,
    companyId,
    some.map(({ id }) => id),
  )
  const events: NewEvent[] = []
  for (const { id, revisedAt, change } of some) {
    if (times.get(id) !== Date.parse(revisedAt)) continue
    events.push(...(await changed(trx, companyId, { id, revisedAt, change })))
  }
  return {
    rows: some.length * rowsPerAsset,
    events,
    next: to < changes.length ? state : undefined,
  }
}

/** A rejected change is undone without undoing the other changes of the transaction. */
async function changed(
  trx: Trx,
  companyId: CompanyId,
  { id, revisedAt, change }: State['changes'][number],
): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  await sql`savepoint table_row`.execute(trx)
  try {
    await changeFields({ trx, companyId, id, body: assetChange.parse(change), now: after(revisedAt), events })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await sql`rollback to savepoint table_row`.execute(trx)
    return []
  }
  await sql`release savepoint table_row`.execute(trx)
  const fields = Object.keys(change)
  return [{ type: 'asset.updated', resourceType: 'asset', resourceId: id, data: { fields } }, ...events]
}

async function timesOf(trx: Trx, companyId: CompanyId, ids: Uuid[]): Promise<Map<Uuid, number>> {
  const { rows } = await sql<{ id: Uuid; time: Date }>`
    select r.id, ${revisedAt} as time from assets r
    where r.company_id = ${companyId} and r.id = any(${ids}::uuid[]) and r.deleted_at is null`.execute(trx)
  return new Map(rows.map(({ id, time }) => [id, time.getTime()]))
}
