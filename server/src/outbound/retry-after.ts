/**
 * @param text the value of `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
 * @param secondsMax the upper limit.
 * @returns seconds, or 0.
 */
export function secondsAskedFor(text: string | undefined, secondsMax: number, now = Date.now()): number {
  if (text === undefined) return 0
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), secondsMax)
}
