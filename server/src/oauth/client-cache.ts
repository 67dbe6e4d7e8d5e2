import { hash } from 'node:crypto'
import type { CacheUse } from '../cache/cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from '../cache/cache-versions.ts'
import { versionedCache } from '../cache/versioned-cache.ts'
import { credentialLengthMax } from '../secrets/tokens.ts'
import type { ClientForToken } from './queries.ts'

export type ClientCache = {
  /** The client with this ID, if it had this secret when it was last read. */
  find(id: string, secret: string): ClientForToken | undefined
  /** Call this before reading a client that was not cached. */
  miss(): ReadTimestamp | undefined
  /** @param client the client that was authenticated with this secret. */
  keep(id: string, secret: string, client: ClientForToken, since: ReadTimestamp | undefined): void
  sweep(): void
  use(): CacheUse
}

/**
 * Authenticated clients, by the hash of ID and secret together. An entry is valid until the client or its enterprise
 * changes (cache-versions.ts) or one of its secrets expires. A wrong secret and an unknown ID are both misses, so
 * timing does not distinguish them.
 */
export function clientCache(cacheVersions: CacheVersions, bytesMax: number): ClientCache {
  const cache = versionedCache<ClientForToken>(cacheVersions, bytesMax)
  return {
    use: cache.use,
    sweep: cache.sweep,
    miss: cache.miss,
    find: (id, secret) => (isShort(id, secret) ? cache.find(keyOf(id, secret)) : undefined),
    keep(id, secret, client, since) {
      if (!since) return
      cache.keep(keyOf(id, secret), {
        value: client,
        since,
        keys: [client.id, client.enterprise_id],
        endsAt: client.secret_ends_at ?? undefined,
        owner: client.company_id ?? client.id,
      })
    },
  }
}

// A space separates the parts, because IDs contain none.
const keyOf = (id: string, secret: string) => hash('sha256', `${id} ${secret}`, 'base64url')

const isShort = (id: string, secret: string) =>
  id.length <= credentialLengthMax && secret.length <= credentialLengthMax
