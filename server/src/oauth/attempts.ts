import { ApiError, type ErrorCode } from '../errors.ts'
import { delayFailures } from '../http/rate-limits/delay-failures.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'

/** Failures that nobody minds in a minute: a library that tries one way after the other, a typing error. */
const free = { address: 20, client: 10 }

const failures = new Set<ErrorCode>(['invalid_client', 'stale_token', 'token_invalid', 'token_not_found'])

export type Attempts = {
  /** Holds the answer to a failed attempt back when its address or its client id has failed often. */
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
