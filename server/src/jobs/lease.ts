import { sql } from 'kysely'
import { isTooBusy } from '../db/database-errors.ts'
import type { Db, Handle } from '../db/handle.ts'
import type { Claimed } from './claim.ts'
import { jobsChannel } from './job-status.ts'
import type { JobLog, Run } from './run.ts'

/**
 * A running job is leased: its process renews the lease while it runs, for any time. A killed process renews
 * nothing, and another process takes over its jobs. A process that has lost a lease stops. Its later writes about the
 * job name an expired attempt and have no effect.
 */

/**
 * Longer than a pause of a busy process or a database failover. The jobs of a killed process stay leased for
 * this time.
 */
export const leaseSecondsDefault = 15
const renewalsPerLease = 4

export type Held = { claimed: Claimed; run: Run }

export type LeaseOptions = {
  leaseSeconds?: number
  /**
   * Whether no other process uses this database. If so, jobs that are leased at the start belong to a dead
   * process.
   */
  isAlone?: boolean
}

export function keepLeases(
  db: Handle,
  kinds: readonly string[],
  held: () => Held[],
  log: JobLog,
  { leaseSeconds = leaseSecondsDefault, isAlone = false }: LeaseOptions,
) {
  // These queries go ahead of requests, because a lease that is not renewed in time is lost.
  const ahead = db.probe
  let suspected = new Set<string>()
  let isDraining = false

  async function round() {
    await renew()
    if (!isAlone && !isDraining) await takeBackSilent()
  }

  async function renew() {
    const those = held()
    if (those.length === 0) return
    const renewed = new Set(await renewLeases(ahead, those))
    // A finished job has no lease to lose.
    const running = new Set(held().map(({ run }) => run))
    for (const { claimed, run } of those) if (!renewed.has(claimed.id) && running.has(run)) run.lose()
  }

  /**
   * A lease expires when two consecutive checks find it overdue. After a database outage or a jump of its
   * clock, all leases are overdue immediately, and live processes renew their leases in between.
   */
  async function takeBackSilent() {
    const { rows } = await sql<{ id: string; attempt: string }>`
      select id, id || ' ' || retry_count as attempt from pgboss.job_common
      where ${isHeld(kinds)} and ${isSilent(leaseSeconds)}`.execute(ahead)
    const ids = rows.filter(({ attempt }) => suspected.has(attempt)).map(({ id }) => id)
    suspected = new Set(rows.map(({ attempt }) => attempt))
    if (ids.length === 0) return
    const jobs = await takeBack(
      ahead,
      sql`${isHeld(kinds)} and ${isSilent(leaseSeconds)} and id = any(${ids}::uuid[])`,
    )
    log.warn({ jobs }, takenBack)
  }

  let current: Promise<void> | undefined
  const timer = setInterval(
    () => {
      current ??= round()
        .catch((err) => {
          // Not logged here, because rejected requests show the overload in the log, and each job logs its
          // lost lease.
          if (!isTooBusy(err)) log.warn({ err }, 'renewing the leases of jobs failed')
        })
        .finally(() => {
          current = undefined
        })
    },
    (leaseSeconds / renewalsPerLease) * 1_000,
  )

  return {
    /** Call this before any job is claimed. */
    async begin() {
      if (!isAlone) return
      const jobs = await takeBack(db, isHeld(kinds))
      if (jobs > 0) log.warn({ jobs }, takenBack)
    },
    drain() {
      isDraining = true
    },
    async close() {
      clearInterval(timer)
      await current
    },
  }
}

const takenBack = 'released the jobs of a dead process'

const isHeld = (kinds: readonly string[]) => sql`state = 'active' and name = any(${[...kinds]}::text[])`

/**
 * The library renews kind by kind and does not report which jobs were not renewed.
 * @returns the renewed jobs.
 */
async function renewLeases(db: Db, held: Held[]): Promise<string[]> {
  const of = <Key extends keyof Claimed>(key: Key) => held.map(({ claimed }) => claimed[key])
  const { rows } = await sql<{ id: string }>`
    update pgboss.job_common j set heartbeat_on = now()
    from unnest(${of('name')}::text[], ${of('id')}::uuid[], ${of('retryCount')}::int[]) held (name, id, retry_count)
    where j.name = held.name and j.id = held.id and j.retry_count = held.retry_count and j.state = 'active'
    returning j.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Matches jobs with an expired lease. Jobs of a server of an older version have no lease, and wait until
 * their timeout.
 */
const isSilent = (leaseSeconds: number) =>
  sql`heartbeat_seconds is not null and heartbeat_on < now() - make_interval(secs => ${leaseSeconds})`

/**
 * Ends the current attempt of these jobs. The attempt counts, so that a job that kills its process is not retried
 * forever.
 */
async function takeBack(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    with freed as (
      update pgboss.job_common set start_after = now(), output = '{"message": "Its process died."}',
        state = case when retry_count < retry_limit then 'retry' else 'failed' end::pgboss.job_state,
        completed_on = case when retry_count < retry_limit then null else now() end
      where ${which} returning name
    ), told as (select pg_notify(${jobsChannel}, name) from (select distinct name from freed) names)
    select (select count(*) from freed) as jobs, (select count(*) from told) as told`.execute(db)
  return rows[0]!.jobs
}
