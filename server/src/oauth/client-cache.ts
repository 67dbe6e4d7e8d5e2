import { hash } from 'node:crypto'
import type { CacheUse } from '../cache/cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from '../cache/cache-versions.ts'
import { versionedCache } from '../cache/versioned-cache.ts'
import { credentialLengthMax } from '../secrets/tokens.ts'
import type { ClientForToken } from './queries.ts'

export type ClientCache = {
  /** The client with this id, if it had this secret when it was last asked for. */
  find(id: string, secret: string): ClientForToken | undefined
  /** To be taken before a client is read that was not found. */
  miss(): ReadTimestamp | undefined
  /** @param client has proved that the secret is its own. */
  keep(id: string, secret: string, client: ClientForToken, since: ReadTimestamp | undefined): void
  sweep(): void
  use(): CacheUse
}

/**
 * Clients that have proved who they are, by the hash of id and secret together, until they or their enterprise change
 * (cache-versions.ts) or one of their secrets ends. A wrong secret is found as little as an unknown id: the clock tells nobody
 * which of the two it was.
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

// No id of ours has a space in it.
const keyOf = (id: string, secret: string) => hash('sha256', `${id} ${secret}`, 'base64url')

const isShort = (id: string, secret: string) =>
  id.length <= credentialLengthMax && secret.length <= credentialLengthMax
