import type { Dialect, Logger } from 'kysely'
import pg from 'pg'
import { createCacheVersions } from '../../src/cache/cache-versions.ts'
import { openConnections } from '../../src/db/connections.ts'
import { type FolderLimit, Handle } from '../../src/db/handle.ts'

/** A handle on a dialect alone. Nothing queues for it, and no other node is notified. */
export function bareHandle(dialect: Dialect, log: Logger = () => {}, folderLimit?: FolderLimit): Handle {
  const connections = openConnections(new pg.Pool(), Number.POSITIVE_INFINITY)
  return new Handle(
    { dialect, log },
    { connections, cacheVersions: createCacheVersions(() => false) },
    undefined,
    folderLimit,
  )
}
