import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { daySeconds } from '../durations.ts'
import { newId, parseId, type Uuid } from '../ids.ts'

/** How long an app without a connection is kept. */
const unconnectedSeconds = daySeconds
/** How long an app is kept after a person has connected it, if no connection remains. */
const connectedSeconds = 90 * daySeconds
/** Maximum number of apps without a connection. */
const unconnectedMax = 10_000

export type App = { id: Uuid; name: string; redirect_uris: string[] }

/** @returns undefined if there are too many apps without a connection. */
export async function registerApp(db: Db, name: string, redirectUris: string[]): Promise<Uuid | undefined> {
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    select ${id}::uuid, ${name}, ${redirectUris}::text[], now() + make_interval(secs => ${unconnectedSeconds})
    where (
      select count(*) from (
        select from apps a
        where expires_at < now() + make_interval(secs => ${unconnectedSeconds})
          and not exists (select from clients where app_id = a.id)
        limit ${unconnectedMax}
      ) unconnected
    ) < ${unconnectedMax}`.execute(db)
  return numAffectedRows === 1n ? id : undefined
}

/** @param clientId the `client_id` that the app sends. */
export async function findApp(db: Db, clientId: string): Promise<App | undefined> {
  const id = parseId('app', clientId)
  if (id === undefined) return undefined
  return db.selectFrom('apps').select(['id', 'name', 'redirect_uris']).where('id', '=', id).executeTakeFirst()
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
