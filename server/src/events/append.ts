import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyAlone, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Who did it: a client, a person, or the operator's command line. */
export type Actor = { type: 'client' | 'person' | 'operator'; id?: Uuid }

export type Author = { companyId: CompanyId; actor: Actor; requestId?: string }

export type NewEvent = {
  /** `asset.created`, `folder.updated` … */
  type: string
  resourceType: string
  resourceId: Uuid
  data?: Record<string, unknown>
}

type Work<T> = (trx: Trx) => Promise<{ result: T; events: NewEvent[] }>

/**
 * The one way to change a company's resources: the work and its events are committed together or not at all.
 * The company's row is locked from the beginning to the end: `seq` has no gaps and its order is the order of commits,
 * counts and names are checked against what nobody else is changing, and two changes can't deadlock.
 */
export function change<T>(db: Db, author: Author, work: Work<T>): Promise<T> {
  return asCompanyAlone(db, author.companyId, async (trx) => {
    const { result, events } = await work(trx)
    await append(trx, author, events)
    return result
  })
}

async function append(trx: Trx, { companyId, actor, requestId }: Author, events: NewEvent[]) {
  if (events.length === 0) return
  await insertEvents(trx, {
    company: companyId,
    count: events.length,
    actor: JSON.stringify(actor),
    request: requestId ?? null,
    at: new Date(),
    events: JSON.stringify(
      events.map(({ type, resourceType, resourceId, data = {} }) => ({
        type,
        resourceType,
        resourceId,
        data,
      })),
    ),
  })
}

/** Any number of events are one parameter, as JSON. */
const insertEvents = statement<never>(
  () => sql`
    with company as (
      update companies set version = version + ${placeholder('count')}::int
      where id = ${placeholder('company')}
      returning id, version, pg_notify('atelier_commits', id::text) as told
    )
    insert into events (company_id, seq, type, resource_type, resource_id, actor, request_id, at, data)
    select company.id, company.version - ${placeholder('count')}::int + e.at, e.event ->> 'type',
      e.event ->> 'resourceType', (e.event ->> 'resourceId')::uuid, ${placeholder('actor')}::jsonb,
      ${placeholder('request')}, ${placeholder('at')}, e.event -> 'data'
    from company, jsonb_array_elements(${placeholder('events')}::jsonb) with ordinality e (event, at)`,
)
