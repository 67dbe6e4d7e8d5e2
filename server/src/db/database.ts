import { Kysely, sql } from 'kysely'
import type { DatabaseConfig } from '../config.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Notifications, postgresNotifications } from './notifications.ts'
import { openPostgres } from './postgres.ts'
import { appRole, refuseUnsafeRole } from './roles.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export type Database = {
  db: Db
  notifications: Notifications
  /** The migrations that this start applied. */
  migrated: string[]
  /** Resolves with the reason when the embedded engine has ended; a server that is gone may come back. */
  ended: Promise<Error>
  close(): Promise<void>
}

/** Opens either engine, brings its schema up to date as the owner, and goes on as the app's own, lesser role. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.kind === 'postgres' ? await postgres(config) : await embedded(config)
}

async function postgres({ url, connectionsMax }: DatabaseConfig & { kind: 'postgres' }): Promise<Database> {
  const owner = new Kysely<unknown>({ dialect: openPostgres({ url, connectionsMax: 1, as: 'owner' }) })
  const migrated = await migrate(owner).finally(() => owner.destroy())
  const db = new Kysely<Schema>({ dialect: openPostgres({ url, connectionsMax, as: 'app' }) })
  try {
    await refuseUnsafeRole(db as Kysely<unknown>)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const notifications = postgresNotifications(url)
  const close = async () => {
    await notifications.close()
    await db.destroy()
  }
  return { db, notifications, migrated, ended: new Promise(() => {}), close }
}

/** One connection serves both: it is the owner until the migrations are done. */
async function embedded({ directory }: DatabaseConfig & { kind: 'embedded' }): Promise<Database> {
  const engine = await openEmbedded(directory)
  const db = new Kysely<Schema>({ dialect: engine.dialect })
  const close = async () => {
    await db.destroy()
    await engine.close()
  }
  try {
    const migrated = await migrate(db as Kysely<unknown>)
    await sql`set role ${sql.raw(appRole)}`.execute(db)
    await refuseUnsafeRole(db as Kysely<unknown>)
    return { db, notifications: engine.notifications, migrated, ended: engine.ended, close }
  } catch (error) {
    await close()
    throw error
  }
}
