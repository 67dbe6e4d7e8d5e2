import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type Due = {
  names: string[]
  /** Milliseconds until the next job can run. */
  nextInMs: number | null
  nowMs: number
  /**
   * Whether a row was written by a clock that has been set back since. A row committed just now is never a
   * second ahead.
   */
  isAhead: boolean
}

/** Finds due jobs with two index probes per kind, for any number of waiting jobs. */
export async function dueJobs(db: Db, kinds: readonly string[]): Promise<Due> {
  const { rows } = await sql<Due>`
    select coalesce(array_agg(name) filter (where due is not null), '{}') as names,
      ceil(extract(epoch from min(next) - now()) * 1000)::float8 as "nextInMs",
      extract(epoch from now())::float8 * 1000 as "nowMs",
      coalesce(max(newest) > now() + interval '1 second', false)
        or exists (select from pgboss.queue where monitor_claim_on > now()) as "isAhead"
    from unnest(${[...kinds]}::text[]) as kinds (name) cross join lateral (
      select
        (select start_after from pgboss.job_common j where ${waitsOf} and start_after <= now()
          order by start_after limit 1) as due,
        (select start_after from pgboss.job_common j where ${waitsOf} and start_after > now()
          order by start_after limit 1) as next,
        (select created_on from pgboss.job_common j where ${waitsOf} and priority = 0
          order by created_on desc limit 1) as newest
    ) jobs`.execute(db)
  return rows[0]!
}

const waitsOf = sql`j.name = kinds.name and j.state < 'active' and not j.blocked`

/**
 * Detects whether the database's clock has been set back since the last call by more than a response can be late.
 */
export function clockWatch() {
  let most = Number.NEGATIVE_INFINITY
  return (nowMs: number) => {
    const lead = nowMs - performance.now()
    const isSetBack = lead < most - setBackMsMin
    most = isSetBack ? lead : Math.max(most, lead)
    return isSetBack
  }
}

const setBackMsMin = 2_000

/**
 * Otherwise, jobs that were added, started or renewed before the clock was set back would wait until that time comes
 * again. Their times are shifted, so that they wait as long as intended from now on.
 */
export async function bringBack(db: Db): Promise<void> {
  await sql`
    update pgboss.job_common j set start_after = j.start_after - ahead.by,
      created_on = least(j.created_on, now()), heartbeat_on = least(j.heartbeat_on, now()),
      started_on = case when j.started_on is not null then least(j.started_on, now()) end
    from (
      select name, id, greatest(created_on, started_on) - now() as by from pgboss.job_common
      where state <= 'active' and greatest(created_on, started_on) > now()
    ) ahead
    where j.name = ahead.name and j.id = ahead.id`.execute(db)
  await sql`
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`.execute(db)
}
