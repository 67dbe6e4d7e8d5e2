import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'
import type { Actor } from './append.ts'

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
  /** Only events about resources of these types … */
  resourceTypes: readonly string[]
  /** … and, if given, only events of these types. */
  types: readonly string[] | undefined
}

export type FeedPage = {
  events: StoredEvent[]
  /** The position up to which events were examined, which is the next `since`. */
  next: number
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
  const isLimited = Boolean(db.folderLimit?.read)
  const [answer] = await (isLimited ? readEventsWithin : readEvents)(db, {
    company: companyId,
    since,
    until: since + eventsLookedAtMax,
    resource_types: request.resourceTypes,
    types: request.types ?? null,
    limit,
  })
  const { newest, events, folders } = answer!.rows[0]!
  const lookedAt = Math.max(since, Math.min(since + eventsLookedAtMax, newest))
  const next = events.length === limit ? events.at(-1)!.seq : lookedAt
  return { events: isLimited ? asSeenWithin(events, new Set(folders), request.types) : events, newest, next }
}

/** For this reader, a resource that was moved out of the folders was deleted. Other folders are not named. */
const asSeenWithin = (
  events: (StoredEvent & { is_shown?: boolean })[],
  folders: ReadonlySet<Uuid>,
  types: readonly string[] | undefined,
): StoredEvent[] =>
  events.flatMap(({ is_shown, ...event }) => {
    const { moved_from, ...data } = event.data
    const isWanted = (type: string) => types?.includes(type) ?? true
    if (is_shown) return isWanted(event.type) ? [{ ...event, data }] : []
    const from = parseId('folder', String(moved_from))
    const type = `${event.resource_type}.deleted`
    if (from === undefined || !folders.has(from) || !isWanted(type)) return []
    return [{ ...event, type, data: {} }]
  })

/** The company's enterprise, and the number of its newest event, or 0. */
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

type Found = { newest: number; events: (StoredEvent & { is_shown?: boolean })[]; folders?: Uuid[] }

const isReadable = (table: 'assets' | 'folders') => sql`
  exists (select from ${sql.table(table)} r where r.company_id = ${tenant} and r.id = v.resource_id)`

/** For a reader of some folders, also tells which events are of resources in them. */
const feedStatement = (isLimited: boolean) =>
  statement<{ rows: Found[] }>(() => {
    const shown = isLimited
      ? sql`, case v.resource_type
            when 'asset' then ${isReadable('assets')}
            when 'folder' then ${isReadable('folders')}
            else true
          end as is_shown`
      : sql``
    const isKept = isLimited ? sql`where e.is_shown or e.data ? 'moved_from'` : sql``
    // A move is a deletion for readers of the previous folder.
    const moved = isLimited
      ? sql`or v.data ? 'moved_from' and v.resource_type || '.deleted' = any(${placeholder('types')}::text[])`
      : sql``
    const folders = isLimited
      ? sql`, (select coalesce(json_agg(id), '[]') from folders where company_id = ${tenant}) as folders`
      : sql``
    return asCompanyRead<Found>(
      placeholder('company'),
      sql<Found>`
        select c.version as newest, coalesce((
          select json_agg(e order by e.seq) from (
            select * from (
              select v.seq, v.type, v.resource_type, v.resource_id, v.actor, v.request_id, v.at, v.data ${shown}
              from events v
              where v.company_id = ${tenant} and v.seq > ${placeholder('since')}::bigint
                and v.seq <= ${placeholder('until')}::bigint
                and v.resource_type = any(${placeholder('resource_types')}::text[])
                and (${placeholder('types')}::text[] is null or v.type = any(${placeholder('types')}::text[]) ${moved})
            ) e ${isKept}
            order by e.seq limit ${placeholder('limit')}::int
          ) e
        ), '[]') as events ${folders}
        from companies c where c.id = ${tenant}`,
    )
  })

const readEvents = feedStatement(false)
const readEventsWithin = feedStatement(true)
