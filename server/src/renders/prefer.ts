/** Seconds that a request waits for its render by default. */
const waitDefault = 10
const waitMax = 30

/** `Prefer: wait=N` (RFC 7240 §4.3). Unreadable preferences are ignored, as the RFC requires. */
export function secondsToWait(prefer: string | string[] | undefined): number {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  const asked = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(text)?.[1]
  return asked === undefined ? waitDefault : Math.min(Number(asked), waitMax)
}
