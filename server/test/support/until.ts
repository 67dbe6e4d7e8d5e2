import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const deadlineMsDefault = 20_000
const pauseMsMin = 20
const pauseMsMax = 200
/** Of the time that has passed already: what takes long is found out that much later, and asked for seldom. */
const pauseShare = 0.1

/**
 * Asks again and again until the answer is truthy, and returns it. What asks without a pause takes the processor from
 * what it waits for.
 * @throws {assert.AssertionError} naming `what`, when it is not in time.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  deadlineMs = deadlineMsDefault,
): Promise<NonNullable<T>> {
  const start = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const passed = performance.now() - start
    assert.ok(passed < deadlineMs, `${what} within ${deadlineMs} ms`)
    await wait(Math.min(Math.max(passed * pauseShare, pauseMsMin), pauseMsMax))
  }
}
