import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Connect, Counter } from './counters-connection.ts'
import { type Limiters, ownLimiters, rateLimiter, whenCounted } from './rate-limit.ts'
import type { SharedCounters } from './shared-counters.ts'

type OpenLimiters = {
  limiters: Limiters
  /** Whether nodes count together just now; undefined when they never do. */
  areShared: (() => boolean) | undefined
  close(): Promise<void>
}

const redisTold = {
  lost: 'Redis is unavailable: each node counts rate limits alone',
  found: 'Redis is available again: nodes share their rate limits',
}
const primaryTold = {
  lost: 'the primary process is unavailable: each worker counts rate limits alone',
  found: 'the primary process is available again: workers share their rate limits',
}

/**
 * Without an address of Redis each node counts by itself, and no client of it is loaded.
 * @param connectPrimary the way to where the workers of one node count together.
 */
export async function openLimiters(
  redisUrl: string | undefined,
  logger: Logger,
  connectPrimary?: Connect,
): Promise<OpenLimiters> {
  if (redisUrl === undefined && !connectPrimary)
    return { limiters: ownLimiters, areShared: undefined, close: async () => {} }
  const { openSharedCounters } = await import('./shared-counters.ts')
  const counters =
    redisUrl === undefined
      ? await openSharedCounters(connectPrimary!, primaryTold, logger)
      : await openSharedCounters(await redisAt(redisUrl), redisTold, logger)
  return { limiters: sharedLimiters(counters), areShared: counters.areInUse, close: counters.close }
}

async function redisAt(url: string): Promise<Connect> {
  const { openConnection } = await import('./redis-counters.ts')
  return (onLost) => openConnection(url, onLost)
}

/** Count where all do; while that can't be reached, each by itself. */
const sharedLimiters =
  (counters: SharedCounters): Limiters =>
  (name, limit, windowMs) => {
    const own = rateLimiter(limit, windowMs)
    const counter: Counter = { name, limit, windowMs }
    return {
      take(key) {
        if (!counters.areInUse()) return own.take(key)
        return whenCounted(counters.take(counter, spelled(key)), (verdict) => verdict ?? own.take(key))
      },
      giveBack(key, taken) {
        if (taken.sharedAt === undefined) own.giveBack(key, taken)
        else counters.giveBack(counter, spelled(key), taken)
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
