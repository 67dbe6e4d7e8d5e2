import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inReading } from '../db/tenancy.ts'
import { type CompanyId, earliestId, type Uuid } from '../ids.ts'
import type { SecurityEventType } from './event.ts'

export type SecurityEventRow = {
  id: Uuid
  company_id: CompanyId | null
  client_id: Uuid | null
  person_id: Uuid | null
  type: string
  address: string | null
  request_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

export const securityEventColumns = [
  'id',
  'company_id',
  'client_id',
  'person_id',
  'type',
  'address',
  'request_id',
  'data',
  'created_at',
] as const

/**
 * Orders events by ID, which contains the time. Uses the index of a company or client, or the primary key of
 * the log.
 */
export function inOrder(isWhole: boolean, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const way = sql.raw(direction)
  return isWhole ? sql`created_at ${way}, id ${way}` : sql`id ${way}`
}

/** Selects the events before or after an ID. */
export function beside(isWhole: boolean, comparison: '>' | '>=' | '<', id: Uuid): RawBuilder<boolean> {
  const compared = sql.raw(comparison)
  return isWhole ? sql`(created_at, id) ${compared} (uuid_time(${id}), ${id})` : sql`id ${compared} ${id}`
}

export type SecurityEventFilter = {
  company?: CompanyId
  client?: Uuid
  type?: SecurityEventType
  since?: Date
  limit: number
}

/** The log of all companies, newest first. For operators only. */
export function listSecurityEvents(db: Db, filter: SecurityEventFilter): Promise<SecurityEventRow[]> {
  const { company, client, type, since, limit } = filter
  const isWhole = company === undefined && client === undefined
  return inReading(db, async (trx) => {
    await sql`select set_config('app.security_log', 'whole', true)`.execute(trx)
    return trx
      .selectFrom('security_events')
      .select(securityEventColumns)
      .$if(company !== undefined, (q) => q.where('company_id', '=', company!))
      .$if(client !== undefined, (q) => q.where('client_id', '=', client!))
      .$if(type !== undefined, (q) => q.where('type', '=', type!))
      .$if(since !== undefined, (q) => q.where(beside(isWhole, '>=', earliestId(since!))))
      .orderBy(inOrder(isWhole, 'desc'))
      .limit(limit)
      .execute()
  })
}

/**
 * Deletes events older than `before`, but never younger than a month. Returns the number deleted in this
 * batch.
 */
export async function purgeSecurityEvents(db: Db, before: Date, batch: number): Promise<number> {
  const { rows } = await purged(before, batch).execute(db)
  return rows[0]!.purged
}

const purged = (before: Date, batch: number): RawBuilder<{ purged: number }> =>
  sql`select purge_security_events(${before}, ${batch}) as purged`
