import { ApiError, type ErrorCode } from '../errors.ts'
import { delayFailures } from '../http/rate-limits/delay-failures.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'

/**
 * Failures per minute that are not delayed. They allow for a typing error, or for a library that tries several methods.
 */
const free = { address: 20, client: 10 }

const failures = new Set<ErrorCode>(['invalid_client', 'stale_token', 'token_invalid', 'token_not_found'])

export type Attempts = {
  /** Delays the response to a failed attempt if its IP address or client ID has failed often. */
  slow(error: unknown, address: string, clientId: string | undefined): Promise<void>
}

export function failedAttempts(limiters: Limiters): Attempts {
  const slow = delayFailures(limiters, free)
  return {
    async slow(error, address, clientId) {
      if (!(error instanceof ApiError) || !failures.has(error.code)) return
      await slow({ address, ...(clientId !== undefined && { client: clientId }) })
    },
  }
}
