import { sql } from 'kysely'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Services } from '../services.ts'

/** Days before the end of a right on which it is announced. */
export const noticeDays = [30, 7, 1] as const
const assetsPerCommit = 200

/**
 * Announces rights that end soon, and those that have ended, once for each date: what was announced is committed with its
 * event. Of several notices that are due, only the last is sent, as for an asset that is uploaded with five days left.
 */
export const announceExpiry = companyJob({
  name: 'asset.announce_expiry',
  everySeconds: 300,
  timeoutSeconds: 600,
  async *steps(context, companyId) {
    while ((await announceSome(context, companyId)) === assetsPerCommit) yield
  },
})

/** @returns the number of announced assets. */
async function announceSome({ db }: Pick<Services, 'db'>, companyId: CompanyId): Promise<number> {
  // Without the lock of the company, which a change would take.
  const isAny = await asCompany(db, companyId, async (trx) => (await dueIn(trx, companyId, 1)).length > 0)
  if (!isAny) return 0
  return change(db, { companyId, actor: { type: 'system' } }, async (trx) => {
    const due = await dueIn(trx, companyId, assetsPerCommit)
    for (const days of [...noticeDays, 0]) await note(trx, companyId, due, days)
    return { result: due.length, events: due.map(eventOf) }
  })
}

type Due = { id: Uuid; expires_at: Date; days: number }

/** Assets with a notice that was not sent, the earliest end first. `days` is 0 for a right that has ended. */
async function dueIn(trx: Trx, companyId: CompanyId, limit: number): Promise<Due[]> {
  const [first] = noticeDays
  const { rows } = await sql<Due>`
    select a.id, a.expires_at, due.days from assets a cross join lateral (
      select case when a.expires_at <= now() then 0 ${sql.join(
        noticeDays
          .toReversed()
          .map((days) => sql`when a.expires_at <= now() + ${within(days)} then ${sql.lit(days)}`),
        sql` `,
      )} end as days
    ) due
    where a.company_id = ${companyId} and a.deleted_at is null and a.expiry_notice is distinct from 0
      and a.expires_at is not null and a.expires_at <= now() + ${within(first)}
      and (a.expiry_notice is null or a.expiry_notice > due.days)
    order by a.expires_at, a.id limit ${limit}`.execute(trx)
  return rows
}

const within = (days: number) => sql`${sql.lit(`${days} days`)}::interval`

async function note(trx: Trx, companyId: CompanyId, due: readonly Due[], days: number) {
  const ids = due.filter((one) => one.days === days).map(({ id }) => id)
  if (ids.length > 0)
    await trx
      .updateTable('assets')
      .set({ expiry_notice: days })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .execute()
}

const eventOf = ({ id, expires_at, days }: Due): NewEvent => ({
  type: days === 0 ? 'asset.expired' : 'asset.expiring',
  resourceType: 'asset',
  resourceId: id,
  data: { expires_at: expires_at.toISOString(), ...(days > 0 && { days }) },
})
