import { secondsAskedFor } from '../outbound/retry-after.ts'

/** How long to wait after each failed attempt: as Standard Webhooks suggests, about three days in all. */
const waitsSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Those who fail together must not come back together. */
const jitterPart = 0.1
/** Whoever asks for more patience gets this much. */
const retryAfterSecondsMax = 86_400

export const attemptsMax = waitsSeconds.length + 1

/**
 * When to try again after this many attempts, or undefined when that was the last.
 * @param retryAfter what the receiver said (RFC 9110 §10.2.3): seconds, or a date.
 */
export function nextAttemptAt(attempts: number, retryAfter: string | undefined, now = Date.now()) {
  const seconds = waitsSeconds[attempts - 1]
  if (seconds === undefined) return undefined
  const wait = seconds * (1 + jitterPart * Math.random())
  return new Date(now + Math.max(wait, secondsAskedFor(retryAfter, retryAfterSecondsMax, now)) * 1_000)
}
