import { sql } from 'kysely'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Services } from '../services.ts'

/** Numbers of days before the end of a right at which the end is announced. */
export const noticeDays = [30, 7, 1] as const
const assetsPerCommit = 200

/**
 * Announces rights that end soon or have ended, once for each date. The notice is recorded in the commit of its event.
 * If several notices are due, for example for an asset that was uploaded five days before its end, only the last notice
 * is sent.
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
  // Checks without the company's lock, which a change would need.
  const isAny = await asCompany(db, companyId, async (trx) => (await dueIn(trx, companyId, 1)).length > 0)
  if (!isAny) return 0
  return change(db, { companyId, actor: { type: 'system' } }, async (trx) => {
    const due = await dueIn(trx, companyId, assetsPerCommit)
    for (const days of [...noticeDays, 0]) await note(trx, companyId, due, days)
    return { result: due.length, events: due.map(eventOf) }
  })
}

type Due = { id: Uuid; expires_at: Date; days: number }

/** The possible previous notices of an asset that is due for another notice. */
const before = [null, ...noticeDays] as const
const notices = [...noticeDays, 0] as const

/**
 * Assets with an unsent notice, earliest end first. `days` is 0 for a right that has ended. Reads one index
 * range per previous notice, so that announced assets are not read again.
 */
async function dueIn(trx: Trx, companyId: CompanyId, limit: number): Promise<Due[]> {
  const ranges = before.map(
    (notice, at) => sql`(
      select id, expires_at from assets
      where company_id = ${companyId} and deleted_at is null and expires_at is not null
        and expiry_notice ${notice === null ? sql`is null` : sql`= ${sql.lit(notice)}`}
        and expires_at <= now() + ${within(notices[at]!)}
      order by expires_at, id limit ${limit})`,
  )
  const cases = notices
    .toReversed()
    .map((days) => sql`when expires_at <= now() + ${within(days)} then ${sql.lit(days)}`)
  const { rows } = await sql<Due>`
    select id, expires_at, case ${sql.join(cases, sql` `)} end as days
    from (${sql.join(ranges, sql` union all `)}) due
    order by expires_at, id limit ${limit}`.execute(trx)
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

/** Marks ended rights as announced, as in migration 0046, so that they cause no notice. */
export async function markEnded(trx: Trx, companyId: CompanyId): Promise<void> {
  await sql`
    update assets set expiry_notice = 0, expiry_mailed = 0
    where company_id = ${companyId} and expires_at <= now()`.execute(trx)
}
