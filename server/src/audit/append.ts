import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { newId } from '../ids.ts'
import type { NewSecurityEvent } from './event.ts'

const insertEvents = statement(
  () => sql`
    insert into security_events (id, company_id, client_id, person_id, type, address, request_id, data)
    select e.id, coalesce(e.company_id, c.company_id), e.client_id, e.person_id, e.type, e.address, e.request_id, e.data::jsonb
    from unnest(
      cast(${placeholder('ids')} as uuid[]), cast(${placeholder('companyIds')} as uuid[]),
      cast(${placeholder('clientIds')} as uuid[]), cast(${placeholder('personIds')} as uuid[]),
      cast(${placeholder('types')} as text[]), cast(${placeholder('addresses')} as text[]),
      cast(${placeholder('requestIds')} as text[]), cast(${placeholder('data')} as text[])
    ) e (id, company_id, client_id, person_id, type, address, request_id, data)
    left join clients c on c.id = e.client_id`,
)

/**
 * Appends to the log in one statement. In a transaction, the entries commit together with the work that they
 * record.
 */
export async function appendSecurityEvents(db: Db, events: readonly NewSecurityEvent[]): Promise<void> {
  await insertEvents(db, {
    ids: events.map(() => newId()),
    companyIds: events.map(({ companyId }) => companyId ?? null),
    clientIds: events.map(({ clientId }) => clientId ?? null),
    personIds: events.map(({ personId }) => personId ?? null),
    types: events.map(({ type }) => type),
    addresses: events.map(({ from }) => from?.address ?? null),
    requestIds: events.map(({ from }) => from?.requestId ?? null),
    data: events.map(({ data }) => JSON.stringify(data)),
  })
}
