import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { daySeconds } from '../durations.ts'
import { newId, parseId, type Uuid } from '../ids.ts'
import { type AppDocument, parseDocumentUrl } from './app-document.ts'
import type { AppMetadata } from './app-metadata.ts'

/** How long an app without a connection is kept. */
const unconnectedSeconds = daySeconds
/** How long an app is kept after a person has connected it, if no connection remains. */
const connectedSeconds = 90 * daySeconds
/** Maximum number of apps without a connection. */
const unconnectedMax = 10_000

export type App = {
  id: Uuid
  name: string
  redirect_uris: string[]
  /** The URL of its metadata document, which is its `client_id`. Null for a registered app. */
  document_url: string | null
  /** The time at which the document is read again. */
  document_until: Date | null
}

const columns = ['id', 'name', 'redirect_uris', 'document_url', 'document_until'] as const

/** Whether one more app without a connection may be added. */
const hasRoom = sql`(
  select count(*) from (
    select from apps a
    where expires_at < now() + make_interval(secs => ${unconnectedSeconds})
      and not exists (select from clients where app_id = a.id)
    limit ${unconnectedMax}
  ) unconnected
) < ${unconnectedMax}`

/** @returns undefined if there are too many apps without a connection. */
export async function registerApp(db: Db, { name, redirectUris }: AppMetadata): Promise<Uuid | undefined> {
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    select ${id}::uuid, ${name}, ${redirectUris}::text[], now() + make_interval(secs => ${unconnectedSeconds})
    where ${hasRoom}`.execute(db)
  return numAffectedRows === 1n ? id : undefined
}

/**
 * Adds the app of a document, or updates it.
 * @returns undefined if there are too many apps without a connection.
 */
export async function keepDocument(
  db: Db,
  url: string,
  { name, redirectUris, cacheSeconds }: AppDocument,
): Promise<App | undefined> {
  const { rows } = await sql<App>`
    insert into apps (id, name, redirect_uris, expires_at, document_url, document_until)
    select ${newId()}::uuid, ${name}, ${redirectUris}::text[], now() + make_interval(secs => ${unconnectedSeconds}),
      ${url}, now() + make_interval(secs => ${cacheSeconds})
    where ${hasRoom} or exists (select from apps where document_url = ${url})
    on conflict (document_url) do update set
      name = excluded.name, redirect_uris = excluded.redirect_uris, document_until = excluded.document_until,
      expires_at = greatest(apps.expires_at, excluded.expires_at)
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db)
  return rows[0]
}

/** @param clientId the `client_id` that the app sends. */
export async function findApp(db: Db, clientId: string): Promise<App | undefined> {
  const found = db.selectFrom('apps').select(columns)
  const url = parseDocumentUrl(clientId)
  if (url) return found.where('document_url', '=', url.href).executeTakeFirst()
  const id = parseId('app', clientId)
  if (id === undefined) return undefined
  return found.where('id', '=', id).where('document_url', 'is', null).executeTakeFirst()
}

/** Keeps an app that a person connects. Locks the app, so that it is not purged at the same time. */
export async function keepApp(db: Db, id: Uuid): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update apps set expires_at = now() + make_interval(secs => ${connectedSeconds}) where id = ${id}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Deletes a batch of expired apps without connections. Returns their number. */
export async function purgeApps(db: Db, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from apps where id = any(array(
      select id from apps a where expires_at < now() and not exists (select from clients where app_id = a.id)
      limit ${batch} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}
