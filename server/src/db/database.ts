import { Kysely, sql } from 'kysely'
import { type CacheVersions, createCacheVersions } from '../cache/cache-versions.ts'
import type { DatabaseConfig } from '../config.ts'
import type { Admission } from './admission.ts'
import { openConnections, queriesAhead } from './connections.ts'
import { openEmbedded } from './embedded.ts'
import { type Handles, openHandles } from './handle.ts'
import { isInstalled, migrate } from './migrate.ts'
import { type Notifications, postgresNotifications } from './notifications.ts'
import {
  grantConnect,
  memberWarnings,
  type RoleMove,
  revokePublicConnect,
  sharedRoleWarnings,
  takeOwnRole,
} from './own-role.ts'
import { openPostgres, postgresPool } from './postgres.ts'
import { openReplicas, type Replicas } from './replicas.ts'
import { appRoleOf, refuseUnsafeRole, sharedRole } from './roles.ts'
import { refuseUnableToConnect } from './server-requirements.ts'
import { refuseUnfitSession } from './session-settings.ts'

export type { Db } from './handle.ts'

export type Database = Handles & {
  admission: Admission
  /** Undefined without replicas. */
  replicas?: Replicas
  notifications: Notifications
  cacheVersions: CacheVersions
  /** The migrations that were applied at this start. */
  migrated: string[]
  /** Advice for the administrator of the database server, one sentence each. */
  warnings: string[]
  /**
   * Resolves with the reason when the embedded engine has stopped. Never resolves for PostgreSQL, which can recover.
   */
  ended: Promise<Error>
  close(): Promise<void>
}

/**
 * Opens either engine, migrates its schema as the owner, and then works as the app's own, less privileged
 * role.
 * @param isMigrated whether the primary process has already migrated the schema for its workers.
 */
export async function openDatabase(config: DatabaseConfig, isMigrated = false): Promise<Database> {
  return config.kind === 'postgres' ? await postgres(config, isMigrated) : await embedded(config)
}

async function postgres(
  config: DatabaseConfig & { kind: 'postgres' },
  isMigrated: boolean,
): Promise<Database> {
  const { url, directUrl, replicaUrls = [], connectionsMax } = config
  const isPooled = directUrl !== undefined
  const serverUrl = directUrl ?? url
  const { role, migrated, warnings } = await prepareAsOwner(serverUrl, isMigrated)
  const pool = postgresPool({ url, connectionsMax, as: 'app', role, isPooled })
  const connections = openConnections(pool, connectionsMax)
  const ahead = queriesAhead(connections)
  try {
    await refuseUnsafeRole(ahead, role)
    if (isPooled) await refuseUnfitSession(ahead)
  } catch (error) {
    await pool.end()
    throw error
  }
  const notifications = postgresNotifications({
    url: serverUrl,
    role,
    notify: (channel, payload) => sql`select pg_notify(${channel}, ${payload})`.execute(ahead),
    onSilence: () => pool.dropConnections(),
  })
  const cacheVersions = createCacheVersions(notifications.isListening)
  const replicas =
    replicaUrls.length > 0 ? openReplicas(replicaUrls, connectionsMax, role, ahead, cacheVersions) : undefined
  let closed: Promise<void> | undefined
  const close = async () => {
    await notifications.close()
    await replicas?.close()
    await pool.end()
  }
  return {
    ...openHandles({ connections, cacheVersions, readReplica: replicas?.read }),
    admission: connections.admission,
    ...(replicas && { replicas }),
    notifications,
    cacheVersions,
    migrated,
    warnings,
    ended: new Promise(() => {}),
    close: () => (closed ??= close()),
  }
}

/**
 * Gives a PostgreSQL database its own role (own-role.ts). No server can use the database during this change.
 */
export const moveToOwnRole = ({
  url,
  directUrl = url,
}: DatabaseConfig & { kind: 'postgres' }): Promise<RoleMove | undefined> =>
  onceAsOwner(directUrl, takeOwnRole)

/** Steps that only the owner of the tables can run. */
const prepareAsOwner = (url: string, isMigrated: boolean) =>
  onceAsOwner(url, async (owner) => {
    const role = await appRoleOf(owner).catch((error) => refuseUnableToConnect(url, error))
    if (isMigrated) return { role, migrated: [], warnings: [] }
    const connectWarnings = (await isInstalled(owner)) ? [] : await revokePublicConnect(owner)
    const migrated = await migrate(owner, role)
    if (role !== sharedRole) await grantConnect(owner, role)
    const roleWarnings = await sharedRoleWarnings(owner, role)
    // The shared role is not checked, because owners of other databases are always among its members.
    if (role !== sharedRole) roleWarnings.push(...(await memberWarnings(owner, role)))
    return { role, migrated, warnings: [...connectWarnings, ...roleWarnings] }
  })

async function onceAsOwner<T>(url: string, work: (owner: Kysely<unknown>) => Promise<T>): Promise<T> {
  const owner = new Kysely<unknown>({ dialect: openPostgres({ url, connectionsMax: 1, as: 'owner' }) })
  return work(owner).finally(() => owner.destroy())
}

/** Opens the embedded engine. Its only connection works as the owner until the migrations are done. */
async function embedded({ directory }: DatabaseConfig & { kind: 'embedded' }): Promise<Database> {
  const engine = await openEmbedded(directory)
  const { notifications, ended, close } = engine
  const connections = openConnections(engine.pool, 1)
  const owner = queriesAhead(connections)
  const cacheVersions = createCacheVersions(notifications.isListening)
  try {
    // The embedded database has no other accounts, so its role keeps the name in the migrations.
    const migrated = await migrate(owner as Kysely<unknown>, sharedRole)
    await sql`set role ${sql.raw(sharedRole)}`.execute(owner)
    await refuseUnsafeRole(owner, sharedRole)
    return {
      ...openHandles({ connections, cacheVersions }),
      admission: connections.admission,
      notifications,
      cacheVersions,
      migrated,
      warnings: [],
      ended,
      close,
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}
