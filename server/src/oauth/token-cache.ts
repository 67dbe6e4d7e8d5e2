import { hash } from 'node:crypto'
import type { Epochs, Moment } from '../cache/epochs.ts'
import { fairCache } from '../cache/fair-cache.ts'
import { type CacheUse, cacheUse } from '../cache/use.ts'
import type { LiveToken, LiveTokens } from './live-tokens.ts'

type Known = { token: LiveToken; since: Moment; keys: readonly string[] }

/** Of a token with its scopes and addresses, of which there are few, and of what introspection tells of it. */
const tokenBytes = 1_200

export type TokenCache = {
  tokens: LiveTokens
  /** What is in memory, without a word of what is not. */
  known(token: string): LiveToken | undefined
  use(): CacheUse
}

/**
 * Live tokens as they were found, by their hash, until their client or its enterprise changes (epochs.ts) or they end.
 * What was not found is asked for again each time: a token may be issued by another node at any moment.
 */
export function tokenCache(find: LiveTokens, epochs: Epochs, bytesMax: number): TokenCache {
  const kept = fairCache<Known>(bytesMax)
  const use = cacheUse(kept)
  const keyOf = (token: string) => hash('sha256', token, 'base64url')

  function knownBy(key: string): LiveToken | undefined {
    const found = kept.get(key)
    if (!found) return undefined
    if (epochs.holds(found.since, found.keys) && found.token.expires_at.getTime() > Date.now()) {
      use.hit(epochs.ageMs(found.since))
      return found.token
    }
    kept.delete(key)
    return undefined
  }

  return {
    use: use.read,
    known: (token) => knownBy(keyOf(token)),
    async tokens(token) {
      const key = keyOf(token)
      const known = knownBy(key)
      if (known) return known
      use.miss()
      const since = epochs.now()
      const found = await find(token)
      if (!found || !since) return found
      const keys = [found.client_id, found.enterprise_id]
      const owner = found.company_id ?? found.client_id
      if (epochs.holds(since, keys)) kept.set(key, owner, { token: found, since, keys }, tokenBytes)
      return found
    },
  }
}
