import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { followChanges } from '../events/invalidate-caches.ts'
import { pageCache } from '../http/responses/page-cache.ts'
import { clientCache } from '../oauth/client-cache.ts'
import { liveTokens, withoutTokensOfApps } from '../oauth/live-tokens.ts'
import { tokenCache } from '../oauth/token-cache.ts'

/**
 * Fractions of the cache memory. A token is far smaller than a page, and there are more tokens than
 * clients.
 */
const parts = { pages: 0.75, tokens: 0.2, clients: 0.05 }

const subscriptionLost =
  'caching is disabled, because notifications of other nodes are not received: if DATABASE_URL points to a pooler, set DATABASE_DIRECT_URL to the URL of PostgreSQL itself; if it is set, it points to a pooler or to another server'

export type Caches = Awaited<ReturnType<typeof openCaches>>

/** Caches of database reads, invalidated by changes on every node. */
export async function openCaches(
  { db, cacheVersions, notifications, replicas }: Database,
  { cacheBytesMax: bytesMax, connectedApps }: Config,
  logger: Logger,
) {
  notifications.onSubscriptionLost = () => logger.warn(subscriptionLost)
  replicas?.watch(logger)
  await followChanges(cacheVersions, notifications)
  const pages = pageCache(cacheVersions, bytesMax * parts.pages)
  const tokens = tokenCache(
    connectedApps ? liveTokens(db) : withoutTokensOfApps(liveTokens(db)),
    cacheVersions,
    bytesMax * parts.tokens,
  )
  const clients = clientCache(cacheVersions, bytesMax * parts.clients)
  /** Evicts expired and invalid entries. */
  const sweep = () => {
    for (const { sweep } of [pages, tokens, clients]) sweep()
  }
  return { pages, tokens, clients, sweep }
}
