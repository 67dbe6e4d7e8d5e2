import { hash } from 'node:crypto'
import type { CacheUse } from '../cache/cache-usage.ts'
import type { CacheVersions, ReadTimestamp } from '../cache/cache-versions.ts'
import { versionedCache } from '../cache/versioned-cache.ts'
import { accessTokenLength } from '../secrets/tokens.ts'
import type { LiveToken, LiveTokens } from './live-tokens.ts'

/** The key of an impossible token, because text that is too long is never cached. */
const tooLong = ''

export type TokenCache = {
  tokens: LiveTokens
  /** Finds a cached token. Misses are not counted. */
  known(token: string): LiveToken | undefined
  /** Like `known`, but counts a hit only when the token is used, by `hit(since)`. */
  peek(token: string): { value: LiveToken; since: ReadTimestamp } | undefined
  hit(since: ReadTimestamp): void
  sweep(): void
  use(): CacheUse
}

/**
 * Live tokens by their hash, until their client or its enterprise changes (cache-versions.ts) or they expire.
 * Unknown tokens are not cached, because another node may issue such a token at any time.
 */
export function tokenCache(find: LiveTokens, cacheVersions: CacheVersions, bytesMax: number): TokenCache {
  const cache = versionedCache<LiveToken>(cacheVersions, bytesMax)
  // Maximum length, because no token is longer, and no more of a request's text is hashed.
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
