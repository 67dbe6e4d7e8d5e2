import type { Schema } from '../db/schema.ts'
import { ApiError } from '../errors.ts'
import type { Changing } from '../http/endpoints/crud-endpoints.ts'
import type { Uuid } from '../ids.ts'

type Status = Schema['templates']['status']

/**
 * The allowed status changes. A draft can be published, a published template archived, and an archived
 * template published again.
 */
const ways: Record<'published' | 'archived', readonly Status[]> = {
  published: ['draft', 'archived'],
  archived: ['published'],
}

/** @throws {ApiError} `wrong_status`, with the current status of the template. */
export async function setStatus(
  {
    trx,
    companyId,
    id,
    now,
    events,
  }: Pick<Changing<unknown>, 'trx' | 'companyId' | 'now' | 'events'> & { id: Uuid },
  status: keyof typeof ways,
): Promise<void> {
  const before = await trx
    .selectFrom('templates')
    .select('status')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!ways[status].includes(before.status))
    throw new ApiError('wrong_status', { more: { status: before.status } })
  await trx
    .updateTable('templates')
    .set({ status, updated_at: now, ...(status === 'published' && { published_at: now }) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  events.push({ type: `template.${status}`, resourceType: 'template', resourceId: id })
}
