import type { BetterAuthRateLimitStorage } from '@better-auth/core'
import { type Limiters, type RateLimiter, secondsLeft } from '../http/rate-limits/rate-limit.ts'

/**
 * Requests per IP address and window, in seconds. attempt-limits.ts additionally limits guessing passwords.
 */
export const signInRates = {
  window: 60,
  max: 100,
  customRules: {
    '/sign-in/email': { window: 60, max: 200 },
    // High, because all people of an office use single sign-on from one IP address.
    '/sign-in/social': { window: 60, max: 200 },
    '/two-factor/*': { window: 60, max: 60 },
    '/reset-password': { window: 60, max: 20 },
    // The session is not limited, because every page requests it.
    '/get-session': false as const,
  },
}

/** Uses our limiters, so that nodes count together. */
export function signInCounts(limiters: Limiters): BetterAuthRateLimitStorage {
  const limiterOf = new Map<string, RateLimiter>()
  return {
    async consume(key, { window, max }) {
      const name = `sign-in-${max}-in-${window}`
      const limiter = limiterOf.get(name) ?? limiters(name, max, window * 1000)
      limiterOf.set(name, limiter)
      const verdict = await limiter.take(key)
      return { allowed: verdict.allowed, retryAfter: verdict.allowed ? null : secondsLeft(verdict) }
    },
  }
}
