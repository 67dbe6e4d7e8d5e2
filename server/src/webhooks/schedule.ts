import { secondsAskedFor } from '../outbound/retry-after.ts'

/** The delay after each failed attempt, as Standard Webhooks suggests: about three days in total. */
const waitsSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Random part of a delay, which spreads retries of webhooks that failed at the same time. */
const jitterPart = 0.1
/** The longest accepted `Retry-After`. */
const retryAfterSecondsMax = 86_400

export const attemptsMax = waitsSeconds.length + 1

/**
 * The time of the next attempt after this many attempts. Undefined after the last attempt.
 * @param retryAfter the receiver's header (RFC 9110 §10.2.3): seconds, or a date.
 */
export function nextAttemptAt(attempts: number, retryAfter: string | undefined, now = Date.now()) {
  const seconds = waitsSeconds[attempts - 1]
  if (seconds === undefined) return undefined
  const wait = seconds * (1 + jitterPart * Math.random())
  return new Date(now + Math.max(wait, secondsAskedFor(retryAfter, retryAfterSecondsMax, now)) * 1_000)
}
