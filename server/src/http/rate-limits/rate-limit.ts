import { ApiError } from '../../errors.ts'
import { addressKey } from '../../ip-addresses.ts'

/**
 * Maximum number of remembered IP addresses. Above this number, the oldest addresses are forgotten and start at 0.
 */
const addressesMax = 100_000

export type Verdict = {
  allowed: boolean
  remaining: number
  /** The end of the window, in milliseconds since 1970. */
  resetsAt: number
  /** When the request was counted, by the shared clock. Undefined if this node counted separately. */
  sharedAt?: number
}

export type RateLimiter = {
  /** Counts one request. Synchronous when this node counts separately. */
  take(key: string): Verdict | Promise<Verdict>
  /** Refunds a request that `take` allowed. A no-op after the end of the window. */
  giveBack(key: string, taken: Verdict): void
}

export type OwnLimiter = {
  /** @param count the number to count. Either all or none are counted. */
  take(key: string, now?: number, count?: number): Verdict
  giveBack(key: string, taken: Verdict, count?: number): void
  /** The result that `take` would have, without counting. */
  peek(key: string, now?: number): Verdict
}

/** Limiters with the same name count together on nodes that share their counters. */
export type Limiters = (name: string, limit: number, windowMs: number) => RateLimiter

export const ownLimiters: Limiters = (_, limit, windowMs) => rateLimiter(limit, windowMs)

/**
 * Continues synchronously if the count is synchronous, because local counters must not cost a request a tick.
 */
export function whenCounted<Counted, T>(
  counted: Counted | Promise<Counted>,
  goOn: (counted: Counted) => T | Promise<T>,
): T | Promise<T> {
  return counted instanceof Promise ? counted.then(goOn) : goOn(counted)
}

type Window = { taken: number; resetsAt: number }

/**
 * Fixed windows from a key's first hit. Exactly `limit` requests pass in each window, and rejected requests do not
 * count (contract R-RATE-1). Windows are kept in two generations. The older generation is dropped as a whole when
 * nothing in it counts, because the younger generation is a window old, or when the younger generation is full. There
 * are no timers, the memory is bounded by `keysMax`, and the cost does not grow with the memory
 * (docs/decisions/rate-limit.md).
 */
export function rateLimiter(limit: number, windowMs: number, keysMax = addressesMax): OwnLimiter {
  let younger = new Map<string, Window>()
  let elder = new Map<string, Window>()
  let rotatesAt = 0

  function current(key: string, now: number): Window {
    const window = younger.get(key) ?? elder.get(key)
    const leftMs = window === undefined ? 0 : window.resetsAt - now
    // A window that ends later than any window started now was created before the clock was set back.
    return window && leftMs > 0 && leftMs <= windowMs ? window : { taken: 0, resetsAt: now + windowMs }
  }

  function remember(key: string, window: Window, now: number) {
    if (now >= rotatesAt || younger.size >= keysMax / 2) {
      elder = younger
      younger = new Map()
      rotatesAt = now + windowMs
    }
    younger.set(key, window)
  }

  function peek(key: string, now = Date.now()) {
    const { taken, resetsAt } = current(key, now)
    return { allowed: taken < limit, remaining: Math.max(0, limit - taken), resetsAt }
  }

  function take(key: string, now = Date.now(), count = 1) {
    const window = current(key, now)
    const { taken, resetsAt } = window
    if (taken + count > limit) return { allowed: false, remaining: Math.max(0, limit - taken), resetsAt }
    if (taken === 0) remember(key, window, now)
    window.taken += count
    return { allowed: true, remaining: limit - window.taken, resetsAt: window.resetsAt }
  }

  function giveBack(key: string, { resetsAt }: Verdict, count = 1) {
    const window = current(key, Date.now())
    if (window.resetsAt === resetsAt) window.taken = Math.max(0, window.taken - count)
  }

  return { take, peek, giveBack }
}

/** At least one. */
export function secondsLeft({ resetsAt, sharedAt }: Verdict, now = sharedAt ?? Date.now()): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000))
}

/**
 * The key of the caller. If a proxy forwards something that is not an IP address, the proxy's own IP address
 * is used.
 */
export const callerKey = (address = '', remote = ''): string =>
  addressKey(address) ?? addressKey(remote) ?? 'unknown'

/** The headers of R-RATE-2 and R-RATE-3. The field names come from draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(limit: number, windowMs: number, verdict: Verdict, now?: number) {
  const { allowed, resetsAt } = verdict
  const seconds = secondsLeft(verdict, now)
  // Does not use String(number): V8 caches its results, which would live long enough to be expensive to collect.
  const remaining = verdict.remaining.toFixed(0)
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': remaining,
    'ratelimit-policy': `"default";q=${limit};w=${windowMs / 1000}`,
    ratelimit: `"default";r=${remaining};t=${seconds}`,
    ...(!allowed && {
      'retry-after': String(seconds),
      'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
    }),
  }
}

/** The error of a limit that is used up, with the headers of the limit. */
export function tooManyAttempts(limit: number, windowMs: number, verdict: Verdict, description?: string) {
  // A verdict that rejects has all headers.
  const headers = rateLimitHeaders(limit, windowMs, verdict) as Record<string, string>
  return new ApiError('too_many_attempts', { ...(description !== undefined && { description }), headers })
}
