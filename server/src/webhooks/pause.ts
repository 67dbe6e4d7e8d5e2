import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * A webhook whose attempts keep failing is paused, and after each pause one message tries it. This limits the
 * attempts to an endpoint that accepts nothing, however many messages wait. With the longest pause, there are
 * 24 attempts a day, until the webhook is disabled after five days.
 */

/**
 * Maximum number of consecutive failures. A receiver that rejects some messages and accepts others is not
 * paused.
 */
const failuresMax = 10
const pauseSecondsMin = 60
const pauseSecondsMax = 3_600
/** Days without an accepted message after which a receiver will not recover by itself. */
const failingDaysMax = 5

const one = (companyId: CompanyId, id: Uuid) => sql`company_id = ${companyId} and id = ${id}`

/**
 * Claims the one attempt after a pause. The claim expires, because its process may die. @returns false if the
 * attempt is already claimed.
 */
export async function beginProbe(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhooks set paused_until = now() + make_interval(secs => ${seconds})
    where ${one(companyId, id)} and paused_until <= now()`.execute(trx)
  return numAffectedRows === 1n
}

export async function endPause(trx: Trx, companyId: CompanyId, id: Uuid): Promise<void> {
  await sql`
    update webhooks set paused_until = now() where ${one(companyId, id)} and paused_until > now()`.execute(
    trx,
  )
}

/**
 * The row is written only if it changes something, because most successful deliveries follow a successful
 * delivery.
 */
export async function noteSuccess(trx: Trx, companyId: CompanyId, id: Uuid): Promise<void> {
  await sql`
    update webhooks set failing_since = null, failures = 0, paused_until = null
    where ${one(companyId, id)} and failing_since is not null`.execute(trx)
}

/**
 * Counts a failed attempt and starts or extends a pause. Attempts that were running when a pause started do
 * not count.
 * @returns whether attempts have failed for too long.
 */
export async function noteFailure(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  isProbe: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ isTooLong: boolean }>`
    with counted as (
      select id, failures + 1 as failures from webhooks
      where ${one(companyId, id)} and (${isProbe} or paused_until is null or paused_until <= now()) for update
    ), paused as (
      update webhooks w set failing_since = coalesce(failing_since, now()), failures = counted.failures,
        paused_until = case when counted.failures >= ${failuresMax} then now() + make_interval(secs => least(
          ${pauseSecondsMax}, ${pauseSecondsMin} * 2 ^ least(counted.failures - ${failuresMax}, 10)
        )) end
      from counted where w.company_id = ${companyId} and w.id = counted.id
      returning failing_since
    )
    select coalesce((select failing_since from paused), failing_since) < now() - make_interval(days => ${failingDaysMax})
      as "isTooLong"
    from webhooks where ${one(companyId, id)}`.execute(trx)
  return rows[0]?.isTooLong ?? false
}
