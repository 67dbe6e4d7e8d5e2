import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Outcome } from './job.ts'

/** Queries about the queue: the progress of a job, dead jobs, and counts. Times come from the database. */

/** The channel that announces, by kind, waiting jobs that were not added just now. */
export const jobsChannel = 'atelier_jobs'

export const jobStates = ['waiting', 'running', 'done', 'dead'] as const
export type JobState = (typeof jobStates)[number]

export type JobStatus = {
  id: Uuid
  name: string
  /** The name of the kind, unless jobs of the kind have several types. */
  type: string
  state: JobState
  companyId: CompanyId | null
  /** 0 to 1, as last reported by the job. */
  progress: number
  attempts: number
  attemptsMax: number
  error: string | null
  outcome: Outcome
  createdAt: Date
  startAfter: Date
  endedAt: Date | null
}

/**
 * A job of this company and of one of these kinds. Also undefined for jobs that finished more than a day ago.
 * The table is searched by kind and ID.
 */
export async function findJob(
  db: Db,
  companyId: CompanyId,
  names: readonly string[],
  id: Uuid,
): Promise<JobStatus | undefined> {
  const isOfKind = sql`j.name = any(${[...names]}::text[])`
  const [row] = await read(db, sql`${isOfKind} and j.id = ${id} and j.data ->> 'companyId' = ${companyId}`, 1)
  return row
}

/** The number of waiting or running jobs of a kind in a company. */
export async function countOpen(db: Db, companyId: CompanyId, name: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*) as jobs from pgboss.job_common j
    where j.name = ${name} and coalesce(j.group_id, '') = ${companyId} and j.state < 'active' and not j.blocked
    union all
    select count(*) from pgboss.job_common j
    where j.name = ${name} and j.group_id = ${companyId} and j.state = 'active'`.execute(db)
  return rows[0]!.jobs + rows[1]!.jobs
}

export function listJobs(db: Db, state: JobState, limit: number): Promise<JobStatus[]> {
  // Dead jobs have a separate index (migration 0048).
  return read(db, state === 'dead' ? sql`j.state = 'failed'` : sql`${stateOf} = ${state}`, limit)
}

export type JobCount = {
  name: string
  state: JobState
  jobs: number
  /** How long the first waiting job has been due. */
  overdueSeconds: number
  lastDoneAt: Date | null
}

export async function countJobs(db: Db, signal?: AbortSignal): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select j.name, ${stateOf} as state, count(*) as jobs,
      coalesce(greatest(0, extract(epoch from max(now() - j.start_after) filter (where j.state < 'active'))), 0)::float8
        as "overdueSeconds",
      max(j.completed_on) filter (where j.state = 'completed') as "lastDoneAt"
    from pgboss.job_common j group by 1, 2`.execute(db, signal && { signal })
  return rows
}

/** Running counts by database. A count reads the whole table, so concurrent requests share a count. */
const counting = new WeakMap<Db, Promise<JobCount[]>>()

export function countJobsOnce(db: Db): Promise<JobCount[]> {
  const counted = counting.get(db) ?? countJobs(db)
  counting.set(db, counted)
  const forget = () => void counting.delete(db)
  counted.then(forget, forget)
  return counted
}

/**
 * Retries dead jobs, with the full number of attempts.
 * @param id if set, only this job is retried.
 * @returns the number of jobs.
 */
export async function retryDeadJobs(db: Db, id?: Uuid): Promise<number> {
  const { rows } = await sql<{ retried: number }>`
    with retried as (
      update pgboss.job_common set state = 'retry', retry_count = 0, started_on = null, completed_on = null,
        start_after = now(), keep_until = now() + (keep_until - start_after)
      where state = 'failed' and ${id === undefined ? sql`true` : sql`id = ${id}`}
      returning name
    ), told as (select pg_notify(${jobsChannel}, name) from (select distinct name from retried) names)
    select (select count(*) from retried) as retried, (select count(*) from told) as told`.execute(db)
  return rows[0]!.retried
}

const stateOf = sql<JobState>`
  case j.state when 'active' then 'running' when 'completed' then 'done' when 'failed' then 'dead' else 'waiting' end`

async function read(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<JobStatus[]> {
  const { rows } = await sql<JobStatus>`
    select j.id, j.name, coalesce(j.data ->> 'type', j.name) as type, ${stateOf} as state, j.data ->> 'companyId' as "companyId",
      case when j.state = 'completed' and not coalesce(j.output ? 'fault', false) then 1
        else coalesce((j.output ->> 'progress')::float8, 0) end as progress,
      j.retry_count + (j.started_on is not null)::int as attempts, j.retry_limit + 1 as "attemptsMax",
      coalesce(j.output ->> 'fault', j.output ->> 'message') as error,
      case when j.state = 'completed' then coalesce(j.output, '{}') else '{}' end as outcome, j.created_on as "createdAt", j.start_after as "startAfter",
      j.completed_on as "endedAt"
    from pgboss.job_common j
    where ${condition}
    order by j.created_on desc, j.id limit ${limit}`.execute(db)
  return rows
}
