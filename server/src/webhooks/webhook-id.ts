import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { parseId, type Uuid } from '../ids.ts'

export const webhookParameter = z.object({ id: z.string().describe('ID of the webhook.') })

/**
 * @throws {ApiError} `not_found` for an unknown ID, an ID of another kind, and the ID of another company's
 * webhook.
 */
export async function webhookId(db: Db, { companyId }: Caller, text: string): Promise<Uuid> {
  const id = parseId('webhook', text)
  const find = (trx: Trx) =>
    trx
      .selectFrom('webhooks')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', id!)
      .executeTakeFirst()
  if (id === undefined || !(await asCompany(db, companyId, find))) throw new ApiError('not_found')
  return id
}
