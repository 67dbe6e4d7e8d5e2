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
/** Maximum number of apps that were never connected. Beyond it, the oldest are deleted. */
export const unconnectedMax = 10_000

export type App = {
  id: Uuid
  name: string
  redirect_uris: string[]
  /** The URL of its metadata document, which is its `client_id`. Null for a registered app. */
  document_url: string | null
  document_until: Date | null
}

const columns = ['id', 'name', 'redirect_uris', 'document_url', 'document_until'] as const

/** Registers an app. It is never rejected because of other apps, because anyone can register any number of them. */
export async function registerApp(db: Db, { name, redirectUris }: AppMetadata): Promise<Uuid> {
  const id = newId()
  await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    values (${id}, ${name}, ${redirectUris}::text[], now() + make_interval(secs => ${unconnectedSeconds}))`.execute(
    db,
  )
  await deleteSurplus(db)
  return id
}

/**
 * Inserts or updates the app that a client metadata document describes. Like a registration, the app is never
 * rejected because of other apps.
 */
export async function keepDocument(
  db: Db,
  url: string,
  { name, redirectUris, cacheSeconds }: AppDocument,
): Promise<App> {
  const { rows } = await sql<App>`
    insert into apps (id, name, redirect_uris, expires_at, document_url, document_until)
    values (${newId()}, ${name}, ${redirectUris}::text[], now() + make_interval(secs => ${unconnectedSeconds}),
      ${url}, now() + make_interval(secs => ${cacheSeconds}))
    on conflict (document_url) do update set
      name = excluded.name, redirect_uris = excluded.redirect_uris, document_until = excluded.document_until,
      expires_at = greatest(apps.expires_at, excluded.expires_at)
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db)
  await deleteSurplus(db)
  return rows[0]!
}

/**
 * Deletes the oldest apps that were never connected, beyond the maximum number. An app that a person has connected
 * expires later. Checks the condition again after the lock, which waits for `keepApp`.
 */
async function deleteSurplus(db: Db) {
  const isWaiting = sql`
    expires_at > now() and expires_at <= now() + make_interval(secs => ${unconnectedSeconds})
    and not exists (select from clients where app_id = a.id)`
  await sql`
    delete from apps where id = any(array(
      select id from apps a where ${isWaiting} and id = any(array(
        select id from apps a where ${isWaiting} order by expires_at desc, id desc offset ${unconnectedMax}
      ))
      for update skip locked
    ))`.execute(db)
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

/** Keeps an app that a person is connecting. Locks the app, so that it is not purged in the meantime. */
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
