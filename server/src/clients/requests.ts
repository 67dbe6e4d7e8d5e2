import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import { hourMs } from '../durations.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Hourly or daily periods, in UTC. The last hour or day is the current hour or day. */
export const periods = {
  '24h': { hours: 1, steps: 24 },
  '30d': { hours: 24, steps: 30 },
} as const

export type Period = keyof typeof periods

type Counted = { from: string; requests: number; refusals: number }

const requestsBy = statement<{ rows: Counted[] }>(() =>
  asCompanyRead(
    placeholder('company'),
    sql<Counted>`
      select s.at as "from", coalesce(sum(r.requests), 0) as requests, coalesce(sum(r.refusals), 0) as refusals
      from generate_series(
        cast(${placeholder('first')} as timestamptz), now(), cast(${placeholder('step')} as interval)
      ) s (at)
      left join client_requests r on r.company_id = ${tenant} and r.client_id = ${placeholder('client')}
        and r.hour >= s.at and r.hour < s.at + cast(${placeholder('step')} as interval)
      group by s.at order by s.at`,
  ),
)

/** The requests and refusals of a client, including hours or days without any. */
export async function findRequests(db: Db, companyId: CompanyId, client: Uuid, period: Period) {
  const { hours } = periods[period]
  const [answer] = await requestsBy(db, {
    company: companyId,
    client,
    first: startOf(period),
    step: `${hours} hours`,
  })
  return answer!.rows
}

/** The start of the first hour or day of a period. */
function startOf(period: Period): Date {
  const { hours, steps } = periods[period]
  const now = Date.now()
  const stepMs = hours * hourMs
  return new Date(now - (now % stepMs) - (steps - 1) * stepMs)
}

type OfClient = { id: Uuid; name: string; requests: number; refusals: number }

const requestsByClient = statement<{ rows: OfClient[] }>(() =>
  asCompanyRead(
    placeholder('company'),
    sql<OfClient>`
      select c.id, c.name, coalesce(sum(r.requests), 0) as requests, coalesce(sum(r.refusals), 0) as refusals
      from clients c
      left join client_requests r
        on r.company_id = ${tenant} and r.client_id = c.id and r.hour >= ${placeholder('first')}
      where c.company_id = ${tenant}
      group by c.id order by sum(r.requests) desc nulls last, c.id`,
  ),
)

/** The requests of the last 30 days, most active client first. Excludes deleted clients. */
export async function requestsOfClients(db: Db, companyId: CompanyId): Promise<OfClient[]> {
  const [answer] = await requestsByClient(db, { company: companyId, first: startOf('30d') })
  return answer!.rows
}
