import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

const deadlineMsDefault = 20_000
const pauseMsMin = 20
const pauseMsMax = 200
/**
 * The next pause, as a share of the elapsed time, so that slow conditions are checked rarely and detected a
 * little later.
 */
const pauseShare = 0.1

/**
 * Polls until the result is truthy and returns it. Polling without a pause would take CPU from the awaited
 * work.
 * @throws {assert.AssertionError} with `what`, on timeout.
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
