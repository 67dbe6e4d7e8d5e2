import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const deadlineMsDefault = 20_000
const pauseMs = 20

/**
 * Asks again and again until the answer is truthy, and returns it.
 * @throws {assert.AssertionError} naming `what`, when it is not in time.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = deadlineMsDefault,
): Promise<NonNullable<T>> {
  for (const end = performance.now() + deadlineMs; ; await wait(pauseMs)) {
    const answer = await ask()
    if (answer) return answer
    assert.ok(performance.now() < end, `${what} within ${deadlineMs} ms`)
  }
}
