import { AtelierError, NetworkError, RateLimitedError, ServerError, TimeoutError } from '../errors.ts'
import type { Patience } from './wait.ts'

/** Doubles with each attempt up to the longest, less a random part of it. */
const pauseMsMin = 250
const pauseMsMax = 8_000
/** Beyond a time that the server has named: so that not all who were refused come back at once. */
const jitterMs = 1_000

const passing = new Set([502, 503, 504])

/** Whether it is not known what became of the request. */
export const isLost = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError

/**
 * Runs an attempt again after failures that pass: 429, which did nothing; and, of what may be repeated, 502, 503, 504 and
 * lost answers. Waits as `Retry-After` says, else longer each time.
 * @throws what the last attempt threw.
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

/** @param retries that have been made. */
export function pauseMs(error: unknown, retries: number): number {
  const askedMs = error instanceof AtelierError ? error.retryAfterMs : 0
  if (askedMs > 0) return askedMs + Math.random() * jitterMs
  return Math.min(pauseMsMin * 2 ** retries, pauseMsMax) * (1 - Math.random() / 2)
}
