import { addressKey } from '../../ip-addresses.ts'

/** Addresses remembered at once. Past it the oldest are forgotten: they start anew, memory stays. */
const addressesMax = 100_000

export type Verdict = {
  allowed: boolean
  remaining: number
  /** When the window ends, in milliseconds since 1970. */
  resetsAt: number
  /** When it was counted, by the clock that the nodes share; undefined when this node has counted by itself. */
  sharedAt?: number
}

export type RateLimiter = {
  /** Counts one request; at once, where this node counts by itself. */
  take(key: string): Verdict | Promise<Verdict>
  /** Uncounts what `take` has allowed; nothing once its window is over. */
  giveBack(key: string, taken: Verdict): void
}

/** A limiter of this node alone. */
export type OwnLimiter = {
  /** @param count takes so many, or none. */
  take(key: string, now?: number, count?: number): Verdict
  giveBack(key: string, taken: Verdict, count?: number): void
  /** What `take` would find, without counting. */
  peek(key: string, now?: number): Verdict
}

/** Makes limiters. Those of one name, on whatever node, count together where nodes share their counters. */
export type Limiters = (name: string, limit: number, windowMs: number) => RateLimiter

/** Each node counts by itself. */
export const ownLimiters: Limiters = (_, limit, windowMs) => rateLimiter(limit, windowMs)

/** Goes on at once with what is counted at once: a request waits for nothing that is here. */
export function whenCounted<Counted, T>(
  counted: Counted | Promise<Counted>,
  goOn: (counted: Counted) => T | Promise<T>,
): T | Promise<T> {
  return counted instanceof Promise ? counted.then(goOn) : goOn(counted)
}

type Window = { taken: number; resetsAt: number }

/**
 * Fixed windows from a key's first hit: exactly `limit` pass in each, and refused hits do not count (contract
 * R-RATE-1). Windows are kept in two generations. The elder goes, whole, when the younger is a window old, and
 * nothing in it still counts; or when the younger is full. So there are no timers, no more memory than `keysMax`
 * windows need, and no cost that grows with it (docs/decisions/rate-limit.md).
 */
export function rateLimiter(limit: number, windowMs: number, keysMax = addressesMax): OwnLimiter {
  let younger = new Map<string, Window>()
  let elder = new Map<string, Window>()
  let rotatesAt = 0

  function current(key: string, now: number): Window {
    const window = younger.get(key) ?? elder.get(key)
    const leftMs = window === undefined ? 0 : window.resetsAt - now
    // One that ends later than any that began by now is of before the clock was set back.
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

/** Until the window ends, and never none. */
export function secondsLeft({ resetsAt, sharedAt }: Verdict, now = sharedAt ?? Date.now()): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000))
}

/** The key of who calls: what a proxy forwards may be no address, then it is the proxy's. */
export const callerKey = (address = '', remote = ''): string =>
  addressKey(address) ?? addressKey(remote) ?? 'unknown'

/** The headers of R-RATE-2 and R-RATE-3; the draft's fields are draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(limit: number, windowMs: number, verdict: Verdict, now?: number) {
  const { allowed, resetsAt } = verdict
  const seconds = secondsLeft(verdict, now)
  // What String makes of a number V8 remembers, and each of these would have to be collected as something old.
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
