import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import { type Limiters, ownLimiters, rateLimiter } from './rate-limit.ts'
import type { SharedCounters } from './shared-counters.ts'

type OpenLimiters = {
  limiters: Limiters
  /** Whether nodes count together just now; undefined when they never do. */
  areShared: (() => boolean) | undefined
  close(): Promise<void>
}

/** Without an address of Redis each node counts by itself, and no client of it is loaded. */
export async function openLimiters(redisUrl: string | undefined, logger: Logger): Promise<OpenLimiters> {
  if (redisUrl === undefined) return { limiters: ownLimiters, areShared: undefined, close: async () => {} }
  const { openSharedCounters } = await import('./shared-counters.ts')
  const counters = await openSharedCounters(redisUrl, logger)
  return { limiters: sharedLimiters(counters), areShared: counters.areInUse, close: counters.close }
}

/** Count in Redis; while it can't be reached, each node by itself. */
const sharedLimiters =
  (counters: SharedCounters): Limiters =>
  (name, limit, windowMs) => {
    const own = rateLimiter(limit, windowMs)
    const sharedKey = (key: string) => `atelier:rate:${name}:${spelled(key)}`
    return {
      take(key) {
        if (!counters.areInUse()) return own.take(key)
        return counters.take(sharedKey(key), limit, windowMs).then((verdict) => verdict ?? own.take(key))
      },
      giveBack(key, taken) {
        if (taken.sharedAt === undefined) own.giveBack(key, taken)
        else counters.giveBack(sharedKey(key), taken)
      },
    }
  }

/**
 * Addresses as they are, so that operators find them; anything else by its hash: it may be long, or a secret that a
 * caller has put where an id should be.
 */
function spelled(key: string): string {
  if (isIP(key.replace(/\/64$/, ''))) return key
  return createHash('sha256').update(key).digest('base64url')
}
