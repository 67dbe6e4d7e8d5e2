import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Uuid } from '../ids.ts'

/**
 * Fetches jobs group by group. The library fetches jobs in the order of insertion, regardless of their group, and reads
 * past all jobs of a group that it has to skip. Here, a fetch costs one index probe per group, for any number of
 * waiting jobs (migration 0024).
 */

export type Claimed = {
  id: Uuid
  name: string
  data: object
  groupId: string | null
  retryCount: number
  retryLimit: number
}

/** Maximum number of groups that one fetch examines. The next fetch continues after them. */
export const groupsPerLook = 500

const waits = sql`state < 'active' and not blocked`
const groupOf = sql`coalesce(group_id, '')`

/** Whether any of the jobs is due, and the groups after `after`, in order. */
export async function waitingGroups(
  db: Db,
  name: string,
  after: string | undefined,
): Promise<{ group: string; isDue: boolean }[]> {
  const first = (behind: ReturnType<typeof sql>) => sql`
    select ${groupOf} as group_id, start_after from pgboss.job_common
    where name = ${name} and ${waits} ${behind} order by ${groupOf}, start_after, id limit 1`
  const { rows } = await sql<{ group: string; isDue: boolean }>`
    with recursive groups as (
      (${first(after === undefined ? sql`` : sql`and ${groupOf} > ${after}`)})
      union all
      select next.group_id, next.start_after
      from groups cross join lateral (${first(sql`and ${groupOf} > groups.group_id`)}) next
    )
    select group_id as group, start_after <= now() as "isDue" from groups limit ${groupsPerLook}`.execute(db)
  return rows
}

/**
 * Claims a number of due jobs of each group, longest due first. Afterwards, a job is leased, and its process
 * must renew the lease (lease.ts).
 */
export async function claimJobs(
  db: Db,
  name: string,
  shares: ReadonlyMap<string, number>,
): Promise<Claimed[]> {
  // A CTE runs once. As a part of the join, the query could run once per row, each time with its limit.
  const { rows } = await sql<Claimed>`
    with due as (
      select next.id
      from unnest(${[...shares.keys()]}::text[], ${[...shares.values()]}::int[]) share (group_id, jobs)
      cross join lateral (
        select id from pgboss.job_common
        where name = ${name} and ${waits} and ${groupOf} = share.group_id and start_after <= now()
        order by start_after, id limit share.jobs for update skip locked
      ) next
    )
    update pgboss.job_common j set state = 'active', started_on = now(), heartbeat_on = now(),
      heartbeat_seconds = j.expire_seconds,
      retry_count = case when j.started_on is not null then j.retry_count + 1 else j.retry_count end
    where j.name = ${name} and j.id = any(array(select id from due))
    returning j.id, j.name, j.data, j.group_id as "groupId", j.retry_count as "retryCount",
      j.retry_limit as "retryLimit"`.execute(db)
  return rows
}
