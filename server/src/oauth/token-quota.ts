import { type Limiters, tooManyAttempts, whenCounted } from '../http/rate-limits/rate-limit.ts'
import type { Uuid } from '../ids.ts'

const windowMs = 60_000

export type TokenQuota = {
  /**
   * Counts a token before it is issued.
   * @returns a function that refunds it.
   * @throws {ApiError} `too_many_attempts`.
   */
  take(clientId: Uuid): (() => void) | Promise<() => void>
}

/** Limits tokens per client and minute, independently of IP addresses. 0 means no limit. */
export function tokenQuota(limiters: Limiters, perMinute: number): TokenQuota {
  const nothing = () => {}
  if (perMinute === 0) return { take: () => nothing }
  const limiter = limiters('tokens-of-client', perMinute, windowMs)
  const description = `The client can get ${perMinute} tokens per minute. Reuse a token until it expires.`
  return {
    take: (clientId) =>
      whenCounted(limiter.take(clientId), (verdict) => {
        if (verdict.allowed) return () => limiter.giveBack(clientId, verdict)
        throw tooManyAttempts(perMinute, windowMs, verdict, description)
      }),
  }
}
