import { AtelierError, NetworkError, RateLimitedError, ServerError, TimeoutError } from '../errors.ts'
import type { Patience } from './wait.ts'

/** The delay doubles with each retry up to the maximum, less a random part. */
const pauseMsMin = 250
const pauseMsMax = 8_000
/** Maximum random time added to `Retry-After`, so that rejected clients do not all retry at the same time. */
const jitterMs = 1_000

const passing = new Set([502, 503, 504])

/** Whether the outcome of the request is unknown. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError

/**
 * Retries an attempt after temporary errors: always after 429, and after 502, 503, 504 and lost responses if the
 * request is repeatable. Waits for `Retry-After`, or with exponential backoff.
 * @throws the error of the last attempt.
 */
export async function persistently<T>(
  { maxRetries, isRepeatable, patience }: { maxRetries: number; isRepeatable: boolean; patience: Patience },
  attempt: (retries: number) => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt(retries)
    } catch (error) {
      if (retries >= maxRetries || !mayPass(error, isRepeatable)) throw error
      if (!(await patience.wait(pauseMs(error, retries)))) throw error
    }
  }
}

function mayPass(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof RateLimitedError) return error.status === 429
  return isRepeatable && (isLost(error) || (error instanceof ServerError && passing.has(error.status)))
}

/** Returns the delay before the next retry, in milliseconds. @param retries number of retries so far. */
export function pauseMs(error: unknown, retries: number): number {
  const askedMs = error instanceof AtelierError ? error.retryAfterMs : 0
  if (askedMs > 0) return askedMs + Math.random() * jitterMs
  return Math.min(pauseMsMin * 2 ** retries, pauseMsMax) * (1 - Math.random() / 2)
}
