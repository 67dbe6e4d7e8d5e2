import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, publicId, type Uuid } from '../ids.ts'
import { disconnect, setConnectionScopes } from '../members/app-connections.ts'
import type { App } from './apps.ts'

/** Maximum number of connected apps per person and company. */
export const connectionsMax = 50

/** An app that acts for a person in a company. The app is a client without a secret, owned by the person. */
export type Connection = {
  id: Uuid
  name: string
  redirect_uris: string[]
  document_url: string | null
  company_id: CompanyId
  company_name: string
  scopes: string[]
  created_at: Date
  /** Precise to the minute. */
  last_used_at: Date | null
}

/** The connected apps of a person in all companies, newest first. */
export async function listConnections(db: Db, personId: Uuid): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select c.id, c.name, a.redirect_uris, a.document_url, c.company_id, co.name as company_name, c.scopes, c.created_at,
      c.last_used_at
    from clients c join apps a on a.id = c.app_id join companies co on co.id = c.company_id
    where c.member_id = ${personId} order by c.id desc`.execute(db)
  return rows
}

type NewConnection = {
  app: App
  companyId: CompanyId
  personId: Uuid
  scopes: string[]
  from: Origin
}

/**
 * Connects an app or replaces the scopes of its connection. Removed scopes stop working immediately. The connection
 * has the folder limits of the person.
 * @returns the client, or undefined at the limit of connections.
 */
export async function connect(trx: Trx, connection: NewConnection): Promise<Uuid | undefined> {
  const { app, companyId, personId, scopes, from } = connection
  const known = await trx
    .selectFrom('clients')
    .select(['id', 'app_id'])
    .where('company_id', '=', companyId)
    .where('member_id', '=', personId)
    .forUpdate()
    .execute()
  const present = known.find(({ app_id }) => app_id === app.id)
  if (!present && known.length >= connectionsMax) return undefined
  const id = present?.id ?? newId()
  if (present) await setConnectionScopes(trx, id, scopes)
  else
    await sql`
      insert into clients (id, enterprise_id, company_id, owner_id, name, scopes, app_id, member_id, read_folder_ids,
        write_folder_ids)
      select ${id}::uuid, c.enterprise_id, c.id, ${personId}::uuid, ${app.name}, ${scopes}::text[], ${app.id}::uuid,
        m.person_id, m.read_folder_ids, m.write_folder_ids
      from companies c join memberships m on m.company_id = c.id and m.person_id = ${personId}
      where c.id = ${companyId}`.execute(trx)
  const actor = { type: 'person', id: personId }
  const url = app.document_url
  const data = { actor, name: app.name, app: publicId('app', app.id), ...(url !== null && { url }), scopes }
  await appendSecurityEvents(trx, [{ type: 'app.connected', companyId, clientId: id, personId, from, data }])
  return id
}

/** Whether a connection has neither a valid grant nor a live token. */
const hasEnded = sql`
  not exists (select from authorization_grants where client_id = clients.id and expires_at > now())
  and not exists (
    select from access_tokens where client_id = clients.id and revoked_at is null and expires_at > now()
  )`

export async function endedConnections(db: Db, limit: number): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from clients where app_id is not null and ${hasEnded} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a connection, unless the person has connected the app again since it was listed. */
export const deleteEnded = (db: Db, id: Uuid): Promise<number> =>
  disconnect(db, { id, still: hasEnded }, { actor: { type: 'system' }, reason: 'expired' })
