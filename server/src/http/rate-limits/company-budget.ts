import type { CompanyId } from '../../ids.ts'
import { type Limiters, tooManyAttempts } from './rate-limit.ts'

const windowMs = 60_000

/** A limit per company and minute, independent of its clients' IP addresses. */
export type CompanyBudget = {
  /** Counts one use. @throws {ApiError} `too_many_attempts`. */
  take(companyId: CompanyId): Promise<void>
}

/**
 * @param name the name of the budget, under which nodes with shared counters count together.
 * @param perMinute 0 means no limit.
 */
export function companyBudget(limiters: Limiters, name: string, perMinute: number): CompanyBudget {
  if (perMinute === 0) return { take: async () => {} }
  const limiter = limiters(name, perMinute, windowMs)
  return {
    async take(companyId) {
      const verdict = await limiter.take(companyId)
      if (verdict.allowed) return
      throw tooManyAttempts(perMinute, windowMs, verdict)
    },
  }
}
