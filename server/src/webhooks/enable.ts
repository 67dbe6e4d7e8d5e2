import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Records the change after which deliveries are created. While no webhook is enabled, changes are not
 * collected. Changes that were pending when a webhook is added are still collected for the other webhooks.
 */
export async function noteEnabled(trx: Trx, companyId: CompanyId): Promise<void> {
  await sql`
    update companies set webhooks_seq = case
      when exists (select from webhooks where company_id = ${companyId} and enabled) then coalesce(webhooks_seq, version)
    end
    where id = ${companyId}`.execute(trx)
}

/** The newest change. A webhook that is enabled now receives later changes. */
export async function currentSeq(trx: Trx, companyId: CompanyId): Promise<number> {
  const { version } = await trx
    .selectFrom('companies')
    .select('version')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return version
}

/** @returns whether the webhook was enabled before. */
export async function disable(trx: Trx, companyId: CompanyId, id: Uuid, reason: 'gone' | 'failing') {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({
      enabled: false,
      disabled_reason: reason,
      disabled_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  await noteEnabled(trx, companyId)
  return numUpdatedRows > 0n
}
