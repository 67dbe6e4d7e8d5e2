import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { type Admission, admission, admitted } from './admission.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Notifications, postgresNotifications } from './notifications.ts'
import { openPostgres, postgresPool } from './postgres.ts'
import { appRole, refuseUnsafeRole } from './roles.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

export type Database = {
  /** For requests: refused as `TOO_BUSY` when they would wait too long for a connection (admission.ts). */
  db: Db
  /** For work that can wait: it leaves connections to requests. */
  background: Db
  /** For what asks how it goes, and must be told when there is too much to do. */
  probe: Db
  admission: Admission
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
  const pool = postgresPool({ url, connectionsMax, as: 'app' })
  const { db, ...others } = behind(pool, connectionsMax)
  try {
    await refuseUnsafeRole(db as Kysely<unknown>)
  } catch (error) {
    await pool.end()
    throw error
  }
  const notifications = postgresNotifications(url)
  let closed: Promise<void> | undefined
  const close = async () => {
    await notifications.close()
    await pool.end()
  }
  return {
    db,
    ...others,
    notifications,
    migrated,
    ended: new Promise(() => {}),
    close: () => (closed ??= close()),
  }
}

/** The same connections for all, and a line before them. */
function behind(pool: pg.Pool, places: number) {
  const line = admission(places)
  const as = (who: Parameters<Admission['enter']>[0]): Db =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: admitted(pool, line, who) }) })
  return { db: as('request'), background: as('background'), probe: as('probe'), admission: line }
}

/** One connection serves both: it is the owner until the migrations are done. */
async function embedded({ directory }: DatabaseConfig & { kind: 'embedded' }): Promise<Database> {
  const engine = await openEmbedded(directory)
  const { db, ...others } = behind(engine.pool, 1)
  try {
    const migrated = await migrate(db as Kysely<unknown>)
    await sql`set role ${sql.raw(appRole)}`.execute(db)
    await refuseUnsafeRole(db as Kysely<unknown>)
    const { notifications, ended, close } = engine
    return { db, ...others, notifications, migrated, ended, close }
  } catch (error) {
    await engine.close()
    throw error
  }
}
