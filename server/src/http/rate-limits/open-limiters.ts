import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Connect, Counter } from './counters-connection.ts'
import { type Limiters, ownLimiters, rateLimiter, whenCounted } from './rate-limit.ts'
import type { SharedCounters } from './shared-counters.ts'

type OpenLimiters = {
  limiters: Limiters
  /** Whether nodes currently share counters. Undefined if sharing is not configured. */
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
 * Without a Redis URL, each node counts separately, and no Redis client is loaded.
 * @param connectPrimary the connection to the counters that the workers of one node share.
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

/** Uses the shared counters, or the counters of this process while the shared counters cannot be reached. */
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
 * IP addresses stay readable for operators. Other keys are hashed, because they can be long, and can be
 * secrets that a caller sent instead of an ID.
 */
function spelled(key: string): string {
  if (isIP(key.replace(/\/64$/, ''))) return key
  return createHash('sha256').update(key).digest('base64url')
}
