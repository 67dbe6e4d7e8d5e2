import { timingSafeEqual } from 'node:crypto'

/** Whether a secret is the wanted one, in a time that says nothing of where they differ. */
export function constantTimeEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
