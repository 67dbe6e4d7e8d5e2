import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses remembered at once. Past it the oldest window is forgotten: its address starts anew, memory stays. */
const addressesMax = 100_000

export type Verdict = {
  allowed: boolean
  remaining: number
  /** When the window ends, in milliseconds since 1970. */
  resetsAt: number
}

export type RateLimiter = {
  /** Counts one request. */
  take(key: string, now?: number): Verdict
  /** What `take` would find, without counting. */
  peek(key: string, now?: number): Verdict
}

/**
 * Fixed windows from a key's first hit: exactly `limit` pass in each, what is refused does not count (contract
 * C18). Windows are kept in the order in which they began, so that the first in the map is the first to end:
 * no timers, and no more memory than `keysMax` windows need (docs/decisions/rate-limit.md).
 */
export function rateLimiter(limit: number, windowMs: number, keysMax = addressesMax): RateLimiter {
  const windows = new Map<string, { taken: number; resetsAt: number }>()

  function current(key: string, now: number) {
    const window = windows.get(key)
    if (window !== undefined && window.resetsAt > now) return window
    windows.delete(key)
    return { taken: 0, resetsAt: now + windowMs }
  }

  function peek(key: string, now = Date.now()) {
    const { taken, resetsAt } = current(key, now)
    return { allowed: taken < limit, remaining: Math.max(0, limit - taken), resetsAt }
  }

  function take(key: string, now = Date.now()) {
    const window = current(key, now)
    if (window.taken >= limit) return { allowed: false, remaining: 0, resetsAt: window.resetsAt }
    if (window.taken === 0) {
      windows.set(key, window)
      forgetOldest()
    }
    window.taken += 1
    return { allowed: true, remaining: limit - window.taken, resetsAt: window.resetsAt }
  }

  function forgetOldest() {
    if (windows.size <= keysMax) return
    const [oldest] = windows.keys()
    if (oldest !== undefined) windows.delete(oldest)
  }

  return { take, peek }
}

/**
 * The caller as the limiter knows it: an IPv4 address, also where it comes mapped into IPv6; of IPv6 the /64,
 * since whoever has one address of it has them all. Some proxies forward the port too: it is not part of the
 * caller, or each connection would be a new one. Undefined when it is no address.
 */
export function addressKey(text: string): string | undefined {
  const address = withPort.exec(text)?.slice(1).find(Boolean) ?? text
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`. */
const withPort = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/

/** The headers of contract C18; the draft's fields are draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders(
  limit: number,
  windowMs: number,
  { allowed, remaining, resetsAt }: Verdict,
  now = Date.now(),
) {
  const seconds = Math.max(1, Math.ceil((resetsAt - now) / 1000))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'RateLimit-Policy': `"default";q=${limit};w=${windowMs / 1000}`,
    RateLimit: `"default";r=${remaining};t=${seconds}`,
    ...(!allowed && {
      'Retry-After': String(seconds),
      'X-RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
    }),
  }
}
