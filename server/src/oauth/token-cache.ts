import type { Epochs, Moment } from '../cache/epochs.ts'
import { fairCache } from '../cache/fair-cache.ts'
import { type CacheUse, cacheUse } from '../cache/use.ts'
import type { LiveToken, LiveTokens } from './live-tokens.ts'
import { hashOf } from './tokens.ts'

type Known = { token: LiveToken; since: Moment; keys: readonly string[] }

/** Of a token with its scopes and addresses, of which there are few. */
const tokenBytes = 600

export type TokenCache = { tokens: LiveTokens; use(): CacheUse }

/**
 * Live tokens as they were found, by their hash, until their client or its enterprise changes (epochs.ts) or they end.
 * What was not found is asked for again each time: a token may be issued by another node at any moment.
 */
export function tokenCache(find: LiveTokens, epochs: Epochs, bytesMax: number): TokenCache {
  const known = fairCache<Known>(bytesMax)
  const use = cacheUse(known)
  return {
    use: use.read,
    async tokens(token) {
      const key = hashOf(token).toString('latin1')
      const kept = known.get(key)
      if (kept && epochs.holds(kept.since, kept.keys) && kept.token.expires_at.getTime() > Date.now()) {
        use.hit(epochs.ageMs(kept.since))
        return kept.token
      }
      if (kept) known.delete(key)
      use.miss()
      const since = epochs.now()
      const found = await find(token)
      if (!found || !since) return found
      const keys = [found.client_id, found.enterprise_id]
      const owner = found.company_id ?? found.client_id
      if (epochs.holds(since, keys)) known.set(key, owner, { token: found, since, keys }, tokenBytes)
      return found
    },
  }
}
