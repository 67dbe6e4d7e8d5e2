import { hash } from 'node:crypto'
import type { CacheUse } from '../cache/cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from '../cache/cache-versions.ts'
import { versionedCache } from '../cache/versioned-cache.ts'
import { accessTokenLength } from '../secrets/tokens.ts'
import type { LiveToken, LiveTokens } from './live-tokens.ts'

/** The key of nothing: what is too long is no token, and so is never kept. */
const tooLong = ''

export type TokenCache = {
  tokens: LiveTokens
  /** What is in memory, without a word of what is not. */
  known(token: string): LiveToken | undefined
  /** The same for who may yet ask once more: it counts once it is used, `hit(since)`. */
  peek(token: string): { value: LiveToken; since: ReadTimestamp } | undefined
  hit(since: ReadTimestamp): void
  sweep(): void
  use(): CacheUse
}

/**
 * Live tokens as they were found, by their hash, until their client or its enterprise changes (cache-versions.ts) or they end.
 * What was not found is asked for again each time: a token may be issued by another node at any moment.
 */
export function tokenCache(find: LiveTokens, cacheVersions: CacheVersions, bytesMax: number): TokenCache {
  const cache = versionedCache<LiveToken>(cacheVersions, bytesMax)
  // No token of ours is longer: whatever somebody sends, no more of it is hashed.
  const keyOf = (token: string) =>
    token.length > accessTokenLength ? tooLong : hash('sha256', token, 'base64url')

  return {
    use: cache.use,
    sweep: cache.sweep,
    known: (token) => cache.find(keyOf(token)),
    peek: (token) => cache.peek(keyOf(token)),
    hit: cache.hit,
    async tokens(token) {
      const key = keyOf(token)
      const known = cache.find(key)
      if (known) return known
      const since = cache.miss()
      const found = await find(token)
      if (found && since)
        cache.keep(key, {
          value: found,
          since,
          keys: [found.client_id, found.enterprise_id],
          endsAt: found.expires_at,
          owner: found.company_id ?? found.client_id,
        })
      return found
    },
  }
}
