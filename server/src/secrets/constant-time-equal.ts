import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in a time that does not depend on the position of the first difference. */
export function constantTimeEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
