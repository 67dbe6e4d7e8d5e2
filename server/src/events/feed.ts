import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Actor } from './append.ts'

/** A stored event, with times as PostgreSQL writes them in JSON. */
export type StoredEvent = {
  seq: number
  type: string
  resource_type: string
  resource_id: Uuid
  actor: Actor
  request_id: string | null
  at: string
  data: Record<string, unknown>
}

export type FeedRequest = {
  /** The last event that the reader has received. */
  since: number
  limit: number
  /** Limits the feed to events about resources of these types … */
  resourceTypes: readonly string[]
  /** … and, if given, only events of these types. */
  types: readonly string[] | undefined
}

export type FeedPage = {
  events: StoredEvent[]
  /** The position up to which events were examined, which is the next `since`. */
  next: number
  /** The newest event of the company. */
  newest: number
}

/**
 * Maximum number of events that one read examines, because a rare filter may match few events in a long history.
 */
const eventsLookedAtMax = 10_000

/**
 * Events after `since` in commit order. A company's numbers have no gaps and are committed in order
 * (append.ts), so no earlier event can appear later.
 */
export async function readFeed(db: Db, companyId: CompanyId, request: FeedRequest): Promise<FeedPage> {
  const { since, limit } = request
  const [answer] = await readEvents(db, {
    company: companyId,
    since,
    until: since + eventsLookedAtMax,
    resource_types: request.resourceTypes,
    types: request.types ?? null,
    limit,
  })
  const { newest, events } = answer!.rows[0]!
  const lookedAt = Math.max(since, Math.min(since + eventsLookedAtMax, newest))
  return { events, newest, next: events.length === limit ? events.at(-1)!.seq : lookedAt }
}

/** The company's enterprise, and its newest event, or 0 if there is none. */
export async function newestSeq(
  db: Db,
  companyId: CompanyId,
): Promise<{ enterpriseId: Uuid; newest: number }> {
  const { enterprise_id: enterpriseId, version: newest } = await db
    .selectFrom('companies')
    .select(['enterprise_id', 'version'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { enterpriseId, newest }
}

/** The newest event of each of these companies. */
export async function newestEvents(
  db: Db,
  companyIds: readonly CompanyId[],
): Promise<Map<CompanyId, number>> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${[...companyIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const readEvents = statement<{ rows: { newest: number; events: StoredEvent[] }[] }>(() =>
  asCompanyRead<{ newest: number; events: StoredEvent[] }>(
    placeholder('company'),
    sql<{ newest: number; events: StoredEvent[] }>`
      select c.version as newest, coalesce((
        select json_agg(e order by e.seq) from (
          select seq, type, resource_type, resource_id, actor, request_id, at, data from events
          where company_id = ${tenant} and seq > ${placeholder('since')}::bigint
            and seq <= ${placeholder('until')}::bigint
            and resource_type = any(${placeholder('resource_types')}::text[])
            and (${placeholder('types')}::text[] is null or type = any(${placeholder('types')}::text[]))
          order by seq limit ${placeholder('limit')}::int
        ) e
      ), '[]') as events
      from companies c where c.id = ${tenant}`,
  ),
)
